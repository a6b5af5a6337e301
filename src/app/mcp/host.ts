import type { CallId, ServerId } from '../../core/ids.ts';
import { fail, ok, type Outcome } from '../../core/outcome.ts';
import type { Roster, ServerRecord } from '../../core/server.ts';
import { crosses, isSecure } from './doctor/facts.ts';
import { makeAsks } from './host/asks.ts';
import { makeCall } from './host/calls.ts';
import { pageAfter, type Clock } from './host/clock.ts';
import type { Ground, Served } from './host/contract.ts';
import { makeJobs } from './host/jobs.ts';
import { makeServed } from './host/served.ts';
import { brief } from './host/words.ts';
import type { Host, HostDeps } from './hostcontract.ts';

/** The MCP host (row M1): every server, every call to one, and what servers ask. Tests pass their own time and page. */
export function makeHost(deps: HostDeps, after: Clock['after'] = pageAfter, origin: string = location.origin): Host {
  const servers = new Map<ServerId, Served>();
  const listeners = new Set<() => void>();
  const jobs = makeJobs();
  let tellSoon = false;

  function changed(): void {
    for (const listener of listeners) listener();
  }
  const ground: Ground = {
    deps,
    clock: { now: deps.now, after },
    asks: makeAsks(deps, changed),
    changed,
    soon() {
      if (tellSoon) return;
      tellSoon = true;
      queueMicrotask(() => {
        tellSoon = false;
        changed();
      });
    },
  };

  const missing = (): Outcome<never> => fail('mcp', 'This server was removed, so the call did not run.');

  function end(id: ServerId, served: Served, what: string): void {
    served.off();
    jobs.endAll(id, (sent) =>
      fail(
        'cancelled',
        `${brief(served.record().name, 80)} was ${what}, so the call was cancelled. ${sent ? 'It may have run.' : 'It did not run.'}`,
      ),
    );
  }

  function place(record: ServerRecord, roster: Roster | undefined): void {
    const served = servers.get(record.id);
    if (served === undefined) {
      servers.set(record.id, makeServed(record, roster ?? null, ground));
      return;
    }
    served.update(record, roster);
    if (!record.enabled) end(record.id, served, 'disabled');
  }

  return {
    states: () => [...servers.values()].map((served) => served.state()),
    elicitations: ground.asks.list,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    sync(records, rosters = []) {
      const wanted = new Set(records.map((record) => record.id));
      for (const [id, served] of servers) {
        if (wanted.has(id)) continue;
        servers.delete(id);
        end(id, served, 'removed');
      }
      const kept = new Map(rosters.map((roster) => [roster.id, roster]));
      for (const record of records) place(record, kept.get(record.id));
      // As they are listed, whatever the order in which they came.
      for (const { id } of records) {
        const served = servers.get(id);
        if (served === undefined) continue;
        servers.delete(id);
        servers.set(id, served);
      }
      changed();
    },
    async refresh(id) {
      await servers.get(id)?.refresh();
    },
    async warm() {
      const page = { origin, online: true };
      // From a page out in the net the browser asks before it lets anything reach this machine: that belongs to a click.
      const free = [...servers.values()].filter(({ record }) => !(isSecure(page) && crosses(page, record().url)));
      await Promise.all(free.map((served) => served.warm()));
    },
    signIn: (id) => servers.get(id)?.signIn() ?? Promise.resolve(missing()),
    giveUpSignIn: (id) => servers.get(id)?.giveUpSignIn(),
    async signOut(id) {
      await servers.get(id)?.signOut();
    },
    answer(elicitation, reply) {
      void ground.asks.answer(elicitation, reply);
    },
    leave() {
      for (const served of servers.values()) served.leave();
      jobs.endAll(null, (sent) =>
        fail('interrupted', `The page was left while the call ran. ${sent ? 'It may have run.' : 'It did not run.'}`),
      );
      changed();
    },
    ready(id, call) {
      const served = servers.get(id);
      if (served === undefined) return Promise.resolve(missing());
      return jobs.run(call, id, async () => {
        const line = await served.ensure();
        return line.ok ? ok(undefined) : line;
      });
    },
    run(call, id, tool, args, progress) {
      const served = servers.get(id);
      if (served === undefined) return Promise.resolve(missing());
      return jobs.run(call, id, (job) => makeCall(served, { tool, args, progress, ...job }, ground));
    },
    cancel(call: CallId) {
      jobs.cancel(call);
    },
  };
}
