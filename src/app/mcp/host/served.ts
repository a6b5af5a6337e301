import type { ServerId } from '../../../core/ids.ts';
import { fail, ok, type Outcome } from '../../../core/outcome.ts';
import type { Connection, Explained, Roster, ServerRecord, ServerState } from '../../../core/server.ts';
import type { LinkFailure } from '../link.ts';
import { failed, readList } from './connect.ts';
import type { Ground, Served } from './contract.ts';
import { makeKnown, sameOr } from './known.ts';
import type { Around, Line } from './line.ts';
import { openServer, wiring } from './opening.ts';
import { makeSigning } from './signing.ts';
import { brief, faultOf, plainly } from './words.ts';

/** A server that closes every connection at once is not asked for ever. */
const mostLost = 3;

/** Why an attempt ended early: something newer took its place, or the page went away. */
type Overtaken = 'newer' | 'left';

interface Attempt {
  readonly over: AbortController;
  /** Null: something newer took its place. */
  readonly done: Promise<Outcome<Line> | null>;
}

/** One server's life (row M1): one attempt to connect however many ask, one line in use, retired ones until their calls end. */
export function makeServed(first: ServerRecord, kept: Roster | null, ground: Ground): Served {
  const { deps, clock, asks } = ground;
  const server: ServerId = first.id;
  const known = makeKnown(server, kept, ground);
  let record = first;
  let on = first.enabled;
  let current: Line | null = null;
  let attempt: Attempt | null = null;
  /** Why the last connection failed; or one is there, and its rights do not suffice. */
  let broken: Explained | null = null;
  /** Rights that only another sign-in gives: a call that needs fewer of them changes nothing about it. */
  let short = false;
  const lines = new Set<Line>();
  let told: ServerState | null = null;

  const offFault = (): Outcome<never> =>
    fail('mcp', `${brief(record.name, 80)} is disabled or was removed, so the call did not run.`);

  function breakWith(why: Explained | null, scope = false): void {
    broken = why;
    short = scope;
  }

  const around: Around = {
    clock,
    async relist(line) {
      const reply = await readList(clock, line.link, server, new AbortController().signal);
      if (line !== current) return fail('mcp', 'The connection is not used any more.');
      if (reply.ok) {
        known.take(line.link, reply.value);
        ground.changed();
        return ok(undefined);
      }
      const why = plainly(record.name, reply.failure);
      if (reply.failure.kind === 'session' || reply.failure.kind === 'closed') lose(line);
      else {
        known.doubt(`Its list changed and could not be read again, so these are the tools it had before. ${why.text}`);
        known.fault(why);
        ground.changed();
      }
      return faultOf(record.name, why);
    },
    gone(line, why) {
      lines.delete(line);
      if (line !== current) return;
      current = null;
      if (why !== null && why.kind !== 'closed' && why.kind !== 'session') known.fault(plainly(record.name, why));
      ground.changed();
    },
    request: known.row,
    put: (line, asking, signal) => asks.put(server, line, asking, signal),
    drop: (line) => asks.drop(line),
  };

  function connect(): Attempt['done'] {
    if (attempt !== null) return attempt.done;
    const over = new AbortController();
    const work = async (): Promise<Outcome<Line> | null> => {
      const made = await openServer(ground, around, record, known.roster, over.signal);
      if (over.signal.aborted) {
        if ('line' in made) made.line.end(false);
        const why = over.signal.reason as Overtaken;
        return why === 'newer' ? null : fail('interrupted', 'The page was left, so the call did not run.');
      }
      attempt = null;
      if ('line' in made && !made.line.closed) {
        current = made.line;
        lines.add(made.line);
        breakWith(null);
        known.take(made.line.link, made.listed);
        ground.changed();
        return ok(made.line);
      }
      const why = 'why' in made ? made.why : plainly(record.name, failed('closed', '').failure);
      breakWith(why);
      known.fault(why);
      ground.changed();
      return faultOf(record.name, why);
    };
    const mine: Attempt = { over, done: Promise.resolve().then(work) };
    attempt = mine;
    ground.changed();
    return mine.done;
  }

  /** What is under way towards a connection counts no more. */
  function overtake(by: Overtaken): void {
    attempt?.over.abort(by);
    attempt = null;
  }

  /** The next use connects anew; calls that run go on where they are. */
  function leaveLine(): void {
    const line = current;
    current = null;
    line?.retire();
  }

  function lose(line: Line): void {
    if (line !== current) return line.retire();
    leaveLine();
    ground.changed();
  }

  /** Connects, whatever takes the attempt's place on the way. */
  async function reach(): Promise<Outcome<void>> {
    for (;;) {
      if (!on) return offFault();
      const made = await connect();
      if (made !== null) return made.ok ? ok(undefined) : made;
    }
  }

  const connection = (): Connection => {
    if (!on) return { at: 'off' };
    if (signing.done !== null) return { at: 'signing-in' };
    if (attempt !== null) return { at: 'connecting' };
    if (broken !== null) return { at: 'failed', why: broken };
    return current === null ? { at: 'idle' } : { at: 'ready', info: current.link.info };
  };

  const signing = makeSigning(deps.signIns, async (outcome) => {
    if (outcome.ok) {
      overtake('newer');
      leaveLine();
      breakWith(null);
    }
    ground.changed();
    return outcome.ok ? reach() : outcome;
  });

  return {
    state: () => (told = sameOr(told, { ...known.state(), connection: connection() })),
    record: () => record,
    tool: known.tool,
    lose,
    update(next, other) {
      const rewired = wiring(next) !== wiring(record);
      const enabled = next.enabled && !on;
      record = next;
      on ||= enabled;
      // One that is connected knows better than another tab's list.
      if (current === null) known.adopt(other);
      if (rewired) {
        overtake('newer');
        leaveLine();
      }
      if (rewired || enabled) breakWith(null);
    },
    async ensure() {
      for (let lost = 0; lost < mostLost;) {
        if (!on) return offFault();
        if (current === null && signing.done !== null) {
          await signing.done;
          continue;
        }
        const made = current === null ? await connect() : ok(current);
        if (made === null) continue;
        if (!made.ok) return made;
        const line = made.value;
        const fresh = await line.fresh.fresh();
        if (line === current && !line.closed) return fresh.ok ? ok(line) : fresh;
        lost += 1;
      }
      return fail(
        'mcp',
        `${brief(record.name, 80)} closes every connection as soon as it is open, so the call did not run. Look at its details, or try later.`,
      );
    },
    worked() {
      if (broken === null || short) return;
      breakWith(null);
      ground.changed();
    },
    note(failure: LinkFailure) {
      const why = plainly(record.name, failure);
      known.fault(why);
      if (failure.kind === 'scope' || failure.kind === 'sign-in') breakWith(why, failure.kind === 'scope');
      ground.changed();
    },
    async refresh() {
      if (signing.done !== null) return void (await signing.done);
      if (!on) return;
      if (attempt === null) leaveLine();
      await reach();
    },
    async warm() {
      if (attempt !== null || (on && current === null && broken === null && signing.done === null)) await reach();
    },
    signIn() {
      if (!on) return Promise.resolve(offFault());
      const done = signing.begin(record);
      ground.changed();
      return done;
    },
    giveUpSignIn() {
      if (signing.done === null) return;
      signing.stop();
      ground.changed();
    },
    async signOut() {
      overtake('newer');
      leaveLine();
      breakWith(null);
      await deps.signIns.end(server);
      ground.changed();
    },
    off() {
      on = false;
      overtake('newer');
      signing.stop();
      breakWith(null);
      known.doubt(null);
      current = null;
      for (const line of lines) line.end(false);
    },
    leave() {
      overtake('left');
      current = null;
      for (const line of lines) line.end(true);
    },
  };
}
