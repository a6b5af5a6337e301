import { signal, type ReadonlySignal } from '@preact/signals';
import type { CallId, ServerId } from '../../../core/ids.ts';
import { fail, ok, type Fault, type Outcome } from '../../../core/outcome.ts';
import type { ServerHands } from '../../../core/ports.ts';
import type { Elicitation, ServerState } from '../../../core/server.ts';
import type { Host, SignIns } from '../../mcp/hostcontract.ts';

/** The MCP host and its sign-ins, once they are loaded. */
export interface Hosted {
  readonly host: Host;
  readonly signIns: SignIns;
}

/** The host as something that comes when it is first needed: whoever has no server never loads it. */
export interface Hosting {
  readonly states: ReadonlySignal<ReadonlyMap<ServerId, ServerState>>;
  readonly elicitations: ReadonlySignal<readonly Elicitation[]>;
  /** Null while it is not loaded. */
  now(): Hosted | null;
  /** Loads it where it is not there yet; a later need tries again after a failure. */
  need(): Promise<Outcome<Hosted>>;
  /** Works with the host: at once where it is there, since a window may only be opened in the click itself. */
  use(work: (host: Host) => Promise<unknown>): Promise<Outcome<void>>;
  /** Looks again at what the host knows: sign-ins were read anew. */
  look(): void;
  readonly hands: ServerHands;
}

const unloaded = (error: unknown): Fault => ({
  code: 'not-reachable',
  message: `The part of Sluice that speaks to MCP servers could not be loaded (${error instanceof Error ? error.message : String(error)}). Check the connection, or reload Sluice if it was updated meanwhile.`,
});

/** `open` makes the host; `begun` tells it what there is, before anybody uses it. */
export function makeHosting(open: () => Promise<Hosted>, begun: (hosted: Hosted) => void): Hosting {
  const states = signal<ReadonlyMap<ServerId, ServerState>>(new Map());
  const elicitations = signal<readonly Elicitation[]>([]);
  let loaded: Hosted | null = null;
  let loading: Promise<Outcome<Hosted>> | null = null;
  /** Calls that wait for the host to be loaded; what is taken out of it was cancelled. */
  const early = new Set<CallId>();

  function look(): void {
    if (loaded === null) return;
    states.value = new Map(loaded.host.states().map((one) => [one.id, one]));
    elicitations.value = loaded.host.elicitations();
  }

  async function load(): Promise<Outcome<Hosted>> {
    try {
      const hosted = await open();
      const { host } = hosted;
      begun(hosted);
      loaded = hosted;
      host.listen(look);
      look();
      return ok(hosted);
    } catch (error) {
      loading = null;
      return { ok: false, fault: unloaded(error) };
    }
  }
  const need = (): Promise<Outcome<Hosted>> => (loading ??= load());

  async function through<T>(call: CallId, work: (host: Host) => Promise<Outcome<T>>): Promise<Outcome<T>> {
    if (loaded !== null) return work(loaded.host);
    early.add(call);
    const found = await need();
    if (!early.delete(call)) return fail('cancelled', 'The person stopped this.');
    return found.ok ? work(found.value.host) : found;
  }

  return {
    states,
    elicitations,
    now: () => loaded,
    need,
    async use(work) {
      if (loaded !== null) await work(loaded.host);
      else {
        const late = await need();
        if (!late.ok) return late;
        await work(late.value.host);
      }
      return ok(undefined);
    },
    look,
    hands: {
      ready: (server, call) => through(call, (host) => host.ready(server, call)),
      run: (call, server, tool, args, progress) =>
        through(call, (host) => host.run(call, server, tool, args, progress)),
      cancel(call) {
        early.delete(call);
        loaded?.host.cancel(call);
      },
    },
  };
}
