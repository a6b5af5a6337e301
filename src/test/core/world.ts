/** A world in memory for the core's loops: a log, a scripted model, a disk of hashes, and a person who answers cards. */
import { Validator } from '@cfworker/json-schema';
import { makeCatalog, offersOf } from '../../core/catalog.ts';
import { add, empty } from '../../core/chat.ts';
import { makeCheckIns } from '../../core/checkin.ts';
import type { Asked, Rules } from '../../core/gate.ts';
import { grantName } from '../../core/grants.ts';
import type { CheckIn } from '../../core/budget.ts';
import { unknownModel } from '../../core/facts.ts';
import { sameModel, type CallId, type ModelRef } from '../../core/ids.ts';
import type { LogEvent } from '../../core/log.ts';
import { ok } from '../../core/outcome.ts';
import { notOffered, type Asker } from '../../core/scope.ts';
import { makeShares } from '../../core/shares.ts';
import { makeStop } from '../../core/stop.ts';
import { fileTools } from '../../core/builtin.ts';
import type { Said } from '../../core/world.ts';
import { done, looked } from './disk.ts';
import type { Card, Fake, Start } from './fake.ts';
import { opus } from './make.ts';
import { finish, play, say } from './script.ts';
import { fakeTimer } from './timer.ts';

export type { Card, Fake, Start } from './fake.ts';
export type { FakeTimer } from './timer.ts';

export function fakeWorld(start: Start = {}): Fake {
  const { hooks = {}, ...rest } = start;
  let thread = empty;
  let ids = 0;
  let clock = 1_000;
  const cards = new Map<CallId, Card>();
  const shown: Card[] = [];
  const takers: ((card: Card) => void)[] = [];
  const folders = new Set<() => void>();
  const held = new Set<() => void>();
  const releases: ((how: CheckIn) => void)[] = [];
  const askers: (() => void)[] = [];
  const holds: Fake['holds'] = {
    tools: fileTools,
    grants: [],
    policy: 'never',
    pin: 'same',
    project: true,
    audience: 'primary',
    away: false,
    budget: { soft: 250, ceiling: 250 },
    primary: opus,
    facts: unknownModel,
    broken: null,
    ...rest,
  };

  const roleOf = (model: ModelRef | null): Asker['role'] =>
    model === null || sameModel(model, holds.primary) ? 'primary' : 'peer';

  const rules = (call: Asked): Rules => {
    const tool = makeCatalog(holds.tools, new Map([['s1', 'Docs']])).byName.get(call.name) ?? null;
    const asker = { project: holds.project, phase: call.phase, role: roleOf(call.model), audience: holds.audience };
    const server = tool?.source.from === 'mcp' ? tool.source.server : null;
    return {
      tool,
      notOffered: tool === null ? null : notOffered(tool, asker),
      setting: tool === null ? null : (fake.settings.get(tool.key) ?? null),
      server:
        server === null
          ? null
          : { id: server, name: 'Docs', policy: holds.policy, consent: fake.consents.get(server) ?? 'none' },
      pin: holds.pin,
      grants: holds.grants,
      project: holds.project ? 'project1' : null,
      broken: holds.broken,
    };
  };

  const fake: Fake = {
    chat: 'chat1',
    log: [],
    journal: [],
    replies: [],
    scripts: new Map(),
    requests: [],
    performed: [],
    surveyed: [],
    cancelled: [],
    settings: new Map(),
    consents: new Map(),
    pins: [],
    disk: new Map(),
    timers: new Set(),
    sharers: new Map(),
    checkIns: makeCheckIns(),
    shares: makeShares((leader, models) => void fake.sharers.set(leader, models)),
    holds,
    hooks,
    stop: makeStop(),
    stops: new Map(),
    now: () => (clock += 1),
    id: () => `i${String((ids += 1)).padStart(8, '0')}`,
    async append(happening, stamp) {
      await Promise.resolve();
      // Numbered where it is written: several models append at once.
      const event: LogEvent = { ...happening, ...stamp, chat: 'chat1', seq: fake.log.length + 1, at: fake.now() };
      fake.log.push(event);
      fake.journal.push(event);
      thread = add(thread, event);
      const ends = ['held', 'started', 'ended', 'dropped'].includes(event.kind);
      if ('call' in event && (ends || (event.kind === 'decided' && event.verdict !== 'edit'))) cards.delete(event.call);
      // What waits is taken back while the check-in is asked (row B2).
      if (event.kind === 'paused') fake.wake();
      hooks.wrote?.(event);
      return event;
    },
    grow(event) {
      fake.log[event.seq - 1] = event;
      fake.journal.push(event);
      thread = add(thread, event);
      return Promise.resolve();
    },
    thread: () => thread,
    stream(request) {
      fake.requests.push(request);
      const script = fake.scripts.get(request.model.model) ?? fake.replies;
      return play(script.shift() ?? [say('Done.'), finish()], request);
    },
    offers: ({ phase, model }) =>
      offersOf(makeCatalog(holds.tools, new Map([['s1', 'Docs']])), (tool) => {
        const asker = { project: holds.project, phase, role: roleOf(model), audience: holds.audience };
        return notOffered(tool, asker) === null;
      }),
    rules,
    budget: () => holds.budget,
    facts: () => holds.facts,
    timer: (ms) => fakeTimer(fake.timers, ms),
    misfit(tool, args) {
      const { valid, errors } = new Validator({ ...tool.schema }).validate(args);
      return Promise.resolve(valid ? null : errors.map((one) => one.error).join(' '));
    },
    async survey(call, tool) {
      fake.surveyed.push(call);
      await Promise.resolve();
      return hooks.survey === undefined ? looked(call, tool, fake.disk, holds.away) : hooks.survey(call, tool);
    },
    async perform(call, tool) {
      fake.performed.push(call);
      await Promise.resolve();
      return hooks.hands === undefined ? done(call, tool, fake.disk, holds.away) : hooks.hands(call, tool);
    },
    cancel: (call) => void fake.cancelled.push(call),
    settle: () => Promise.resolve(ok('done')),
    ask(call, tool, decision, facts) {
      const answered = new Promise<Said>((resolve) => {
        const card: Card = {
          call,
          tool,
          ask: decision,
          facts,
          answer(said) {
            if (cards.get(call.id) === card) cards.delete(call.id);
            resolve(said);
          },
        };
        cards.set(call.id, card);
        const said = hooks.person?.(card) ?? null;
        if (said !== null) return card.answer(said);
        const taker = takers.shift();
        if (taker === undefined) shown.push(card);
        else taker(card);
      });
      const halted = (): Said => ({ is: 'stop' });
      return Promise.race([answered, fake.stop.wait.then(halted), fake.stopOf(call.id).wait.then(halted)]);
    },
    reconnected(call) {
      // The click may have come before anybody waited for it.
      if (!holds.away) return Promise.resolve('again');
      const woken = new Promise<'again'>((resolve) => folders.add(() => resolve('again')));
      const halted = () => 'stop' as const;
      return Promise.race([woken, fake.stop.wait.then(halted), fake.stopOf(call.id).wait.then(halted)]);
    },
    woken: () => new Promise((resolve) => held.add(resolve)),
    checkIn() {
      const said = hooks.checkIn?.() ?? null;
      for (const asked of askers.splice(0)) asked();
      return said === null ? new Promise((resolve) => releases.push(resolve)) : Promise.resolve(said);
    },
    checkInAsked: () => (releases.length > 0 ? Promise.resolve() : new Promise((resolve) => askers.push(resolve))),
    release(how) {
      const [release] = releases.splice(0);
      release?.(how);
      return release !== undefined;
    },
    remember(grant) {
      if (holds.grants.some((one) => grantName(one) === grantName(grant))) return;
      holds.grants = [...holds.grants, grant];
      fake.wake();
    },
    consent(server, consent) {
      fake.consents.set(server, consent);
      fake.wake();
      return Promise.resolve();
    },
    pin(tool) {
      fake.pins.push(tool);
      holds.pin = 'same';
    },
    stopOf(call) {
      const found = fake.stops.get(call) ?? makeStop();
      fake.stops.set(call, found);
      return found;
    },
    card() {
      const card = shown.shift();
      return card === undefined ? new Promise((resolve) => takers.push(resolve)) : Promise.resolve(card);
    },
    waiting: () => [...cards.values()],
    wake() {
      for (const card of cards.values()) card.answer({ is: 'again' });
      for (const wake of folders) wake();
      folders.clear();
      const all = [...held];
      held.clear();
      for (const wake of all) wake();
    },
  };
  return fake;
}
