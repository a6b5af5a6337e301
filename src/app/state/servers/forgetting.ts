import type { ServerId } from '../../../core/ids.ts';
import type { Fault } from '../../../core/outcome.ts';
import type { ServerTable } from '../../../storage/servers.ts';
import type { Chats } from '../chats.ts';
import type { ServersState } from '../serverscontract.ts';
import type { Changed } from '../tabs.ts';
import type { Hosting } from './hosting.ts';
import type { KeptServers } from './kept.ts';
import type { Pins } from './pins.ts';

/** How long removing a server may wait for its tokens to be given back, milliseconds. */
const signOutMs = 1_000;

interface Ground {
  readonly table: Pick<ServerTable, 'forgetConsents'>;
  readonly kept: KeptServers;
  readonly pins: Pins;
  readonly hosting: Hosting;
  chats(): Pick<Chats, 'load' | 'forgetConsents'>;
  /** Reads the settings again: a removed server's tools are no longer in them. */
  reread(): Promise<void>;
  tell(fault: Fault): void;
  announce(what: Changed): void;
  wait(ms: number): Promise<void>;
}

/** What is forgotten of a server: all of it, or what chats answered to it (row M3). */
export function makeForgetting(on: Ground): Pick<ServersState, 'remove' | 'resetConsents'> {
  /** Tokens are given back while they are still known; a server that does not answer does not hold it up for long. */
  async function signedOut(id: ServerId): Promise<unknown> {
    const signIns = on.hosting.now()?.signIns;
    return signIns?.has(id) === true ? Promise.race([signIns.end(id), on.wait(signOutMs)]) : null;
  }

  return {
    async remove(id) {
      // First in memory: from here on nothing of it is offered, and its calls are cancelled.
      if (!(await on.kept.remove(id, () => signedOut(id)))) return;
      on.pins.forget(id);
      on.chats().forgetConsents(id);
      await on.reread();
      for (const what of ['settings', 'chats', 'pins', 'rosters', 'signins'] as const) on.announce(what);
    },
    async resetConsents(id) {
      const reset = on.table.forgetConsents(id);
      on.chats().forgetConsents(id);
      const done = await reset;
      if (!done.ok) on.tell(done.fault);
      await on.chats().load();
      on.announce('chats');
    },
  };
}
