import { expect, test } from 'vitest';
import { fail, ok } from '../../core/outcome.ts';
import { freshName, must } from '../../storage/testing/fresh.ts';
import { entry } from './testing/host.ts';
import {
  answersGiven,
  begin,
  callsOf,
  card,
  ended,
  formOf,
  named,
  outcomes,
  serve,
  told,
  yes,
} from './testing/served.ts';
import { callsFor, stage, type Stage } from './testing/stage.ts';

const search = callsFor('mcp__Docs__search', { q: 'x' });
const reads = entry('search', { annotations: { readOnlyHint: true } });
const set = (here: Stage, name: string, setting: 'always' | 'ask' | 'deny') =>
  here.settings.change((now) => ({ ...now, tools: { ...now.tools, [named(here, name).key]: setting } }));

test('S1 G6 a server that asks every time asks for each call, offers no remembering, and Always does not lift it', async () => {
  const here = await stage();
  await serve(here, [reads], { policy: 'always' });
  await set(here, 'mcp__Docs__search', 'always');
  const chat = begin(here);
  for (const round of [1, 2]) {
    here.replies.push(search);
    chat.send('Please');
    const asked = await card(chat);
    expect([asked.why.row, asked.server, asked.offers]).toEqual(['G6', 'Docs', [{ is: 'once' }]]);
    yes(chat, asked);
    await ended(chat);
    expect(here.host.ran).toHaveLength(round);
  }
});

test('S1 G12 cancelling a call of such a server gives the model tool-call-cancelled, and the answer goes on', async () => {
  const here = await stage();
  await serve(here, ['search'], { policy: 'always' });
  const chat = begin(here);
  here.replies.push(search);
  chat.send('Please');
  const asked = await card(chat);
  chat.answer(asked.view.call.id, { verdict: 'no', reason: '' });
  await ended(chat);
  expect(answersGiven(here)).toEqual(['tool-call-cancelled: declined by the person: do not repeat.']);
  expect(here.host.ran).toEqual([]);
  expect(outcomes(chat)).toEqual(['rejected G6']);
  // The no was to this call, not to the server.
  expect(chat.record.value.consents ?? {}).toEqual({});
});

test('S2 “this call” meets the server: from then on each tool’s setting decides, after a reload too', async () => {
  const name = freshName();
  const here = await stage(name);
  await serve(here, [reads, 'write']);
  const chat = begin(here);
  here.replies.push(search);
  chat.send('Please');
  const first = await card(chat);
  expect(first.why.row).toBe('G7');
  expect(first.offers.map((one) => one.is === 'server' && one.choice)).toEqual(['met', 'all']);
  yes(chat, first, 'met');
  await ended(chat);
  here.replies.push(search);
  await told(chat);
  expect(outcomes(chat)).toEqual(['done G7', 'done G8']);
  const again = await stage(name);
  again.chats.open(chat.record.value.id);
  const after = again.chats.current.value;
  if (after === null) throw new Error('the chat is gone');
  again.replies.push(callsFor('mcp__Docs__write', {}));
  await expect.poll(() => after.loading.value).toBe(false);
  after.send('Write');
  expect((await card(after)).why.row).toBe('G10');
});

test('S2 “every tool” lets each tool of the server run in this chat, except those set to Ask or Deny', async () => {
  const here = await stage();
  await serve(here, ['search', 'write', 'drop']);
  await set(here, 'mcp__Docs__write', 'ask');
  await set(here, 'mcp__Docs__drop', 'deny');
  const chat = begin(here);
  here.replies.push(search);
  chat.send('Please');
  yes(chat, await card(chat), 'all');
  await ended(chat);
  expect(callsOf(chat)[0]?.remembered).toContain('every tool of Docs in this chat');
  here.replies.push(search);
  await told(chat);
  here.replies.push(callsFor('mcp__Docs__drop', {}));
  await told(chat);
  here.replies.push(callsFor('mcp__Docs__write', {}));
  chat.send('Write');
  expect((await card(chat)).why.row).toBe('G10');
  expect(outcomes(chat).slice(0, 3)).toEqual(['done G7', 'done G8', 'rejected G3']);
  // Another chat starts with no answer (row S4).
  const other = begin(here);
  here.replies.push(search);
  other.send('Please');
  expect((await card(other)).why.row).toBe('G7');
});

test('S2 a no is for the whole server in this chat: later calls are rejected without a card, after a reload too', async () => {
  const name = freshName();
  const here = await stage(name);
  await serve(here, ['search', reads, 'write']);
  const chat = begin(here);
  here.replies.push(search, callsFor('mcp__Docs__write', {}));
  chat.send('Please');
  chat.answer((await card(chat)).view.call.id, { verdict: 'no', reason: '' });
  await ended(chat);
  expect(outcomes(chat)).toEqual(['rejected G7', 'rejected G3']);
  expect(callsOf(chat).map((view) => view.by)).toEqual(['person', 'rule']);
  const again = await stage(name);
  again.chats.open(chat.record.value.id);
  const after = again.chats.current.value;
  if (after === null) throw new Error('the chat is gone');
  await expect.poll(() => after.loading.value).toBe(false);
  again.replies.push(search);
  await told(after);
  expect(outcomes(after)).toEqual(['rejected G7', 'rejected G3', 'rejected G3']);
  expect(again.host.ran).toEqual([]);
  expect(must(await again.store.chats.get(chat.record.value.id))?.consents).toEqual(chat.record.value.consents);
});

test('S3 a server that never asks runs its tools, except those with a setting of their own', async () => {
  const here = await stage();
  await serve(here, ['search', 'write', 'drop'], { policy: 'never' });
  await set(here, 'mcp__Docs__write', 'ask');
  await set(here, 'mcp__Docs__drop', 'deny');
  const chat = begin(here);
  here.replies.push(search);
  await told(chat);
  here.replies.push(callsFor('mcp__Docs__drop', {}));
  await told(chat);
  here.replies.push(callsFor('mcp__Docs__write', {}));
  chat.send('Write');
  expect((await card(chat)).why.row).toBe('G10');
  expect(outcomes(chat).slice(0, 2)).toEqual(['done G8', 'rejected G3']);
});

test('S4 T4 a changed answer counts at once for what waits, and both lists show it', async () => {
  const here = await stage();
  const { id } = await serve(here, ['search']);
  const chat = begin(here);
  here.replies.push(search, search);
  chat.send('Please');
  await card(chat);
  chat.setConsent(id, 'all');
  await ended(chat);
  expect(outcomes(chat)).toEqual(['done G8', 'done G8']);
  const row = { chat: chat.record.value.id, server: id, serverName: 'Docs', chatTitle: 'Please' };
  expect(here.servers.state.consents.value).toEqual([{ ...row, consent: 'all' }]);
  // As from Settings, while a call runs up to its card again.
  await here.servers.state.setConsent(chat.record.value.id, id, 'none');
  expect(here.servers.state.consents.value).toEqual([]);
  here.replies.push(search);
  chat.send('Once more');
  await card(chat);
  await here.servers.state.setConsent(chat.record.value.id, id, 'no');
  await ended(chat);
  expect(outcomes(chat).at(-1)).toBe('rejected G3');
  expect(here.servers.state.consents.value).toEqual([{ ...row, consent: 'no' }]);
});

test('S4 a chat that is not open can be answered for, and a new one that is not kept yet keeps its answer', async () => {
  const name = freshName();
  const here = await stage(name);
  const { id } = await serve(here, ['search']);
  const chat = begin(here);
  await told(chat, 'Hello');
  const closed = chat.record.value.id;
  const fresh = begin(here);
  await here.servers.state.setConsent(closed, id, 'no');
  fresh.setConsent(id, 'all');
  expect(here.servers.state.consents.value.map((one) => [one.chatTitle, one.consent])).toEqual([
    ['New chat', 'all'],
    ['Hello', 'no'],
  ]);
  expect(must(await here.store.chats.get(closed))?.consents).toEqual({ [id]: 'no' });
  expect(must(await here.store.chats.get(fresh.record.value.id))).toBeNull();
  here.replies.push(search);
  fresh.send('Please');
  // While the chat is being kept for the first time, the answer changes again.
  fresh.setConsent(id, 'no');
  await ended(fresh);
  expect(outcomes(fresh)).toEqual(['rejected G3']);
  await expect
    .poll(async () => must(await here.store.chats.get(fresh.record.value.id))?.consents)
    .toEqual({ [id]: 'no' });
});

test('S4 T4 an answer given in another tab counts here at once, and none on its way here is lost to it', async () => {
  const name = freshName();
  const here = await stage(name);
  const { id } = await serve(here, ['search']);
  const chat = begin(here);
  here.replies.push(search);
  chat.send('Please');
  await card(chat);
  const other = await stage(name);
  await other.servers.state.setConsent(chat.record.value.id, id, 'no');
  expect(other.announced).toContain('chats');
  await here.chats.load();
  await ended(chat);
  expect(outcomes(chat)).toEqual(['rejected G3']);
  // A reading of the disk from before must not lift what was answered here a moment ago.
  const { change } = here.store.chats;
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  here.store.chats.change = async (...args) => {
    await gate;
    return change(...args);
  };
  chat.setConsent(id, 'all');
  await here.chats.load();
  expect(chat.record.value.consents).toEqual({ [id]: 'all' });
  release();
  await expect
    .poll(async () => must(await here.store.chats.get(chat.record.value.id))?.consents)
    .toEqual({ [id]: 'all' });
});

test('S5 another policy forgets the server’s consents in every chat; a new name or audience forgets none', async () => {
  const here = await stage();
  const record = await serve(here, ['search']);
  const chat = begin(here);
  await told(chat, 'Hello');
  await here.servers.state.setConsent(chat.record.value.id, record.id, 'all');
  const closed = chat.record.value.id;
  const open = begin(here);
  await told(open, 'Hello');
  open.setConsent(record.id, 'no');
  must(await here.servers.state.save(formOf(record, { name: 'Papers', audience: 'all' })));
  expect(here.servers.state.consents.value.map((one) => one.consent).toSorted()).toEqual(['all', 'no']);
  must(await here.servers.state.save(formOf(record, { name: 'Papers', policy: 'never' })));
  expect(here.servers.state.consents.value).toEqual([]);
  await expect.poll(async () => must(await here.store.chats.get(closed))?.consents).toEqual({});
  expect(open.record.value.consents).toEqual({});
  here.replies.push(callsFor('mcp__Papers__search', {}));
  await told(open);
  expect(outcomes(open)).toEqual(['done G8']);
});

test('S5 T4 a stricter policy counts at once for the call that waits, and for the next', async () => {
  const here = await stage();
  const record = await serve(here, ['search']);
  const chat = begin(here);
  here.replies.push(search);
  chat.send('Please');
  const asked = await card(chat);
  must(await here.servers.state.save(formOf(record, { policy: 'always' })));
  await expect.poll(() => chat.cards.value[0]?.why.row).toBe('G6');
  // The old card's yes is none to the new rule.
  yes(chat, asked, 'met');
  await expect.poll(() => chat.cards.value.map((one) => one.ready)).toEqual([true]);
  expect(here.host.ran).toEqual([]);
  must(await here.servers.state.save(formOf(record, { policy: 'never' })));
  await ended(chat);
  expect(outcomes(chat)).toEqual(['done G8']);
});

test('M3 consents of a server are forgotten alone, here and on the disk, and what waits is asked again', async () => {
  const here = await stage();
  const record = await serve(here, ['search']);
  const chat = begin(here);
  await told(chat, 'Hello');
  chat.setConsent(record.id, 'all');
  await here.servers.state.resetConsents(record.id);
  expect(here.servers.state.consents.value).toEqual([]);
  expect(must(await here.store.chats.get(chat.record.value.id))?.consents).toEqual({});
  here.replies.push(search);
  chat.send('Please');
  expect((await card(chat)).why.row).toBe('G7');
});

test('G7 G11 a policy that nobody knows is asked each time, with nothing to remember', async () => {
  const here = await stage();
  const record = await serve(here, [reads]);
  must(await here.store.servers.change(record.id, (now) => ({ ...now, policy: 'sometimes' })));
  await here.servers.reread('servers');
  await set(here, 'mcp__Docs__search', 'always');
  const chat = begin(here);
  chat.setConsent(record.id, 'all');
  here.replies.push(search);
  chat.send('Please');
  const asked = await card(chat);
  expect([asked.why.row, asked.offers]).toEqual(['G7', [{ is: 'once' }]]);
  expect(asked.why.rule).toContain('sometimes');
});

test('G11 an answer to a server that cannot be read rejects its calls, whatever its policy', async () => {
  for (const damaged of [{ ID: 'ALL' }, { ID: null }, 'all', ['all'], null]) {
    const name = freshName();
    const here = await stage(name);
    const { id } = await serve(here, [reads], { policy: 'never' });
    const chat = begin(here);
    await told(chat, 'Hello');
    const consents = JSON.parse(JSON.stringify(damaged).replace('ID', id)) as never;
    must(await here.store.chats.change(chat.record.value.id, (now) => ({ ...now, consents })));
    await here.chats.load();
    here.replies.push(search);
    await told(chat);
    expect([damaged, outcomes(chat)]).toEqual([damaged, ['rejected G11']]);
    expect(here.servers.state.consents.value.map((one) => one.consent)).toEqual(['no']);
    expect(here.host.ran).toEqual([]);
    // It can be mended from the chat's header.
    chat.setConsent(id, 'met');
    here.replies.push(search);
    await told(chat);
    expect(outcomes(chat).at(-1)).toBe('done G8');
  }
});

test('G11 where the servers cannot be read, no tool of theirs is offered or runs', async () => {
  const here = await stage();
  await serve(here, [reads], { policy: 'never' });
  const chat = begin(here);
  const { list } = here.store.servers;
  here.store.servers.list = () => Promise.resolve(fail('storage', 'The disk is gone.'));
  await here.servers.reread('servers');
  here.replies.push(search);
  await told(chat);
  expect(outcomes(chat)).toEqual(['rejected G1']);
  expect(here.requests[0]?.tools).toEqual([]);
  here.store.servers.list = list;
  await here.servers.reread('servers');
  here.replies.push(search);
  await told(chat);
  expect(outcomes(chat)).toEqual(['rejected G1', 'done G8']);
});

test('G3 a call that the rules reject reaches no server, and one that asks does before its card', async () => {
  const here = await stage();
  const { id } = await serve(here, ['search'], { policy: 'never' });
  const readied: string[] = [];
  here.host.hooks.ready = (server) => {
    readied.push(server);
    return Promise.resolve(ok(undefined));
  };
  await set(here, 'mcp__Docs__search', 'deny');
  const chat = begin(here);
  here.replies.push(search);
  await told(chat);
  expect(readied).toEqual([]);
  await set(here, 'mcp__Docs__search', 'ask');
  here.replies.push(search);
  chat.send('Please');
  await card(chat);
  expect(readied).toContain(id);
});
