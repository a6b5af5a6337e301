import { offersOf } from '../../core/catalog.ts';
import { makeCheckIns } from '../../core/checkin.ts';
import type { Asked, Consent } from '../../core/gate.ts';
import { budgetOf } from '../../core/budget.ts';
import { sameModel, type CallId, type ChatId, type ModelRef, type ProjectId, type ServerId } from '../../core/ids.ts';
import { fitting, type Outstanding } from '../../core/fit.ts';
import { fail, ok, type Outcome } from '../../core/outcome.ts';
import type { FileCall, Folder, Plan, Progress } from '../../core/ports.ts';
import { notOffered, type Asker } from '../../core/scope.ts';
import { makeShares } from '../../core/shares.ts';
import { makeStop } from '../../core/stop.ts';
import { isFileTool, type Tool, type ToolResult } from '../../core/tool.ts';
import type { Said, Stop, World } from '../../core/world.ts';
import type { Deps } from './deps.ts';
import type { Desk } from './desk.ts';
import type { Ledger } from './ledger.ts';
import type { CheckInHand } from './pause.ts';
import { askerOf, rulesFor, withGrant, type Consents } from './rulebook.ts';

/** What one answer's world stands on. */
export interface Ground {
  readonly chat: ChatId;
  readonly project: ProjectId | null;
  /** The answer's primary; every other model is a peer (row F3). */
  readonly primary: ModelRef | null;
  /** What the chat has answered to servers, and a new answer (row S2), kept with the chat. */
  consents(): Consents;
  consent(server: ServerId, consent: Consent): Promise<void>;
  readonly deps: Deps;
  readonly ledger: Ledger;
  readonly desk: Desk;
  /** Where the person's word at the answer's check-in comes from (row B2). */
  readonly pause: CheckInHand;
  /** Ends every wait of the answer. */
  readonly stop: Stop;
  readonly stops: Map<CallId, ReturnType<typeof makeStop>>;
  progress(call: CallId, now: Progress | null): void;
  /** Tokens of a request that is on its way, 0 once it is reported (row B5). */
  readonly outstanding: Outstanding;
}

/** The world as the core's loops see it from one chat (`core/world.ts`). */
export function makeWorld(ground: Ground): World {
  const { chat, project, deps, ledger, desk, stop } = ground;
  const roleOf = (model: ModelRef | null): Asker['role'] =>
    model === null || sameModel(model, ground.primary) ? 'primary' : 'peer';
  const rules = (call: Asked) =>
    rulesFor(deps.rulebook.now(), { ...call, role: roleOf(call.model) }, project, ground.consents());
  const ownStop = (call: CallId) => {
    const found = ground.stops.get(call) ?? makeStop();
    ground.stops.set(call, found);
    return found;
  };
  const fileCall = (call: Asked, tool: Tool): FileCall | null =>
    tool.source.from === 'files' && isFileTool(tool.name)
      ? { id: call.id, tool: tool.name, args: call.args ?? {} }
      : null;
  const folder = async () =>
    project === null
      ? fail('not-found', 'No project is open in this chat. Open one to use file tools.')
      : deps.folder(project);
  /** The folder each call was last surveyed in: between the gate's last word and the hands nothing may be waited for. */
  const roots = new Map<CallId, Folder>();
  const gone = (kind: string): boolean =>
    kind === 'held' || kind === 'started' || kind === 'ended' || kind === 'dropped';

  /** The worker died in the middle of a change: what the disk holds says what became of it, as after a reload (row W6). */
  async function afterDeath(
    root: Folder,
    call: CallId,
    plan: Plan,
    died: Extract<Outcome<never>, { ok: false }>,
  ): Promise<Outcome<ToolResult>> {
    const settled = await deps.files.settle(root, call, plan);
    if (settled.ok && settled.value === 'done') {
      const text = `${plan.action}: done. The files worker stopped right after it, and the disk holds the new content.`;
      return ok({ text, summary: 'done', kept: true });
    }
    const what =
      settled.ok && settled.value === 'not-run'
        ? 'Nothing was changed on the disk.'
        : 'The disk may hold the change in part; look at the file before going on.';
    return fail('bug', `${what} ${died.fault.message}`);
  }

  const nobody = (call: Asked) => fail('bug', `“${call.name}” has nobody to carry it out. Please report this.`);

  /** A call to a server's tool (row M1). */
  async function serve(call: Asked, tool: Tool, server: ServerId): Promise<Outcome<ToolResult>> {
    try {
      return await deps.servers.run(call.id, server, tool.name, call.args ?? {}, (now) =>
        ground.progress(call.id, now),
      );
    } finally {
      ground.progress(call.id, null);
    }
  }

  return {
    chat,
    now: deps.now,
    id: deps.id,
    async append(happening, stamp) {
      const event = await ledger.append(happening, stamp);
      if ('call' in event && (gone(event.kind) || (event.kind === 'decided' && event.verdict !== 'edit'))) {
        desk.clear(event.call);
      }
      // The same call on another card is declined with it (row G3).
      if (event.kind === 'decided' && event.verdict === 'no' && event.by === 'person') desk.wake();
      // Cards are taken back while the check-in is asked (row B2).
      if (event.kind === 'paused') desk.wake();
      return event;
    },
    grow: ledger.grow,
    thread: ledger.thread,
    stream: fitting(deps.stream, deps.facts, ground.outstanding),
    offers({ phase, model }) {
      const book = deps.rulebook.now();
      const asker = { phase, role: roleOf(model) };
      return offersOf(book.catalog, (tool) => notOffered(tool, askerOf(book, tool, asker, project !== null)) === null);
    },
    rules,
    budget: () => budgetOf(deps.rulebook.now().settings.budget),
    facts: deps.facts,
    timer: deps.timer,
    misfit: deps.misfit,
    async survey(call, tool) {
      if (tool.source.from === 'mcp') {
        const ready = await deps.servers.ready(tool.source.server, call.id);
        return ready.ok ? ok(null) : ready;
      }
      const asked = fileCall(call, tool);
      const ground = await folder();
      if (asked === null) return ok(null);
      if (!ground.ok) return ground;
      roots.set(call.id, ground.value);
      return deps.files.survey(ground.value, asked);
    },
    async perform(call, tool) {
      if (call.allowed.call !== call.id) return nobody(call);
      if (tool.source.from === 'mcp') return serve(call, tool, tool.source.server);
      const asked = fileCall(call, tool);
      if (asked === null) return nobody(call);
      const root = roots.get(call.id);
      if (root === undefined || project === null || deps.project(project) === null)
        return fail('not-found', 'The project of this chat was removed before the call ran, so nothing was done.');
      const { plan } = call.allowed;
      try {
        const outcome = await deps.files.run(root, asked, plan, (now) => ground.progress(call.id, now));
        return outcome.ok || outcome.fault.code !== 'bug' || plan === null
          ? outcome
          : await afterDeath(root, call.id, plan, outcome);
      } finally {
        ground.progress(call.id, null);
        roots.delete(call.id);
      }
    },
    cancel(call) {
      void deps.files.cancel(call);
      deps.servers.cancel(call);
    },
    async settle(call, plan) {
      const root = await folder();
      return root.ok ? deps.files.settle(root.value, call.id, plan) : root;
    },
    ask(call, tool, decision) {
      const stopped = (): Said => ({ is: 'stop' });
      return Promise.race([
        desk.ask({ call, tool, why: decision.why, offers: decision.offers }),
        stop.wait.then(stopped),
        ownStop(call.id).wait.then(stopped),
      ]);
    },
    reconnected(call) {
      const woken = desk.woken(call.id);
      // The click may have come before anybody waited for it.
      void folder().then((root) => root.ok && desk.wake(call.id));
      return Promise.race([
        woken,
        stop.wait.then(() => 'stop' as const),
        ownStop(call.id).wait.then(() => 'stop' as const),
      ]);
    },
    woken: async (call) => void (await desk.woken(call.id)),
    checkIn: () => ground.pause.wait(),
    checkIns: makeCheckIns(),
    shares: makeShares(desk.share),
    remember(grant) {
      const book = deps.rulebook.now();
      // A grant given in a chat that is no longer open ends with that chat's session (row A4).
      if (book.open === chat) deps.rulebook.change({ grants: withGrant(book.grants, grant) });
    },
    consent: (server, consent) => ground.consent(server, consent),
    pin: deps.pin,
    stopOf: ownStop,
  };
}
