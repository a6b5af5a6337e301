import { expect, test } from 'vitest';
import { fileTool } from '../../core/builtin.ts';
import { grantFor } from '../../core/grants.ts';
import { fail, ok } from '../../core/outcome.ts';
import { pinText } from '../../core/pin.ts';
import type { PinRecord } from '../../core/server.ts';
import type { ToolResult } from '../../core/tool.ts';
import { databaseAt, freshName, must } from '../../storage/testing/fresh.ts';
import { entry } from './testing/host.ts';
import {
  answersGiven,
  begin,
  callsOf,
  card,
  draft,
  ended,
  formOf,
  named,
  outcomes,
  serve,
  told,
  yes,
} from './testing/served.ts';
import { callsFor, stage, type Stage } from './testing/stage.ts';
import { toolRows } from './toolrows.ts';

const search = callsFor('mcp__Docs__search', { q: 'x' });
const reads = (name: string, description = `What ${name} does.`) =>
  entry(name, { description, annotations: { readOnlyHint: true } });
const offered = (here: Stage): string[] => here.requests.at(-1)?.tools.map((one) => one.name) ?? [];
const set = (here: Stage, name: string, setting: 'always' | 'ask' | 'deny') => {
  here.servers.set(named(here, name));
  return here.settings.change((now) => ({ ...now, tools: { ...now.tools, [named(here, name).key]: setting } }));
};

test('T1 with no project a chat has the servers’ tools and no file tools; with one it has both', async () => {
  const here = await stage();
  await serve(here, ['search'], { policy: 'never' });
  const bare = begin(here);
  here.replies.push(search);
  await told(bare);
  expect(offered(here)).toEqual(['mcp__Docs__search']);
  expect(answersGiven(here)).toEqual(['search says hello.']);
  const chat = begin(here, 'p1');
  await told(chat);
  expect(offered(here)).toContain('file_read');
  expect(offered(here)).toContain('mcp__Docs__search');
});

test('T1 V4 the tool console runs a server’s tool through the same gate', async () => {
  const here = await stage();
  const record = await serve(here, ['search']);
  const chat = begin(here);
  chat.runTool(named(here, 'mcp__Docs__search'), { q: 'x' });
  const asked = await card(chat);
  expect([asked.why.row, asked.asker, asked.server]).toEqual(['G7', 'you', 'Docs']);
  yes(chat, asked, 'met');
  await expect.poll(() => outcomes(chat)).toEqual(['done G7']);
  expect(here.host.ran).toMatchObject([{ server: record.id, tool: 'search', args: { q: 'x' } }]);
  expect(callsOf(chat)[0]?.server).toBe('Docs');
});

test('T5 two servers with the same tool, and one that is named like a built-in: each call goes where it was meant to', async () => {
  const here = await stage();
  const one = await serve(here, ['search', 'file_read'], { policy: 'never' });
  const two = await serve(here, ['search'], { policy: 'never', url: 'https://other.example.com/' });
  const { names, byName } = here.rulebook.now().catalog;
  const [first, second] = [`mcp:${one.id}:search`, `mcp:${two.id}:search`].map((key) => names.get(key) ?? '');
  expect(first).not.toBe(second);
  for (const name of [first, second]) expect(name).toMatch(/^mcp__Docs__search_[a-z0-9]{6}$/u);
  expect(byName.get('file_read')?.source).toEqual({ from: 'files' });
  // Approvals are the tool's of this server, not of that name.
  await set(here, first ?? '', 'deny');
  const chat = begin(here);
  here.replies.push(
    callsFor(first ?? '', {}),
    callsFor(second ?? '', { q: 2 }),
    callsFor('mcp__Docs__file_read', { path: 'a' }),
  );
  await told(chat);
  expect(outcomes(chat)).toEqual(['rejected G3', 'done G8', 'done G8']);
  expect(here.host.ran.map((ran) => [ran.server, ran.tool])).toEqual([
    [two.id, 'search'],
    [one.id, 'file_read'],
  ]);
  expect(here.ran).toEqual([]);
});

test('T4 disabling a server cancels its running call, closes what waits, and takes its tools away', async () => {
  const here = await stage();
  const record = await serve(here, [reads('slow'), 'search'], { policy: 'never' });
  const quiet = await serve(here, [reads('calm')], {
    policy: 'never',
    name: 'Other',
    url: 'https://other.example.com/',
  });
  await set(here, 'mcp__Docs__search', 'ask');
  here.host.hooks.run = ({ tool }) => (tool === 'slow' ? new Promise(() => undefined) : Promise.resolve(okay));
  const chat = begin(here);
  here.replies.push([
    ...callsFor('mcp__Docs__slow', {}).slice(0, 1),
    ...callsFor('mcp__Docs__search', {}).slice(0, 1),
    ...callsFor('mcp__Other__calm', {}),
  ]);
  chat.send('Please');
  await expect.poll(() => here.host.ran.length).toBeGreaterThan(0);
  await here.servers.state.enable(record.id, false);
  await ended(chat);
  const ends = callsOf(chat).map((view) => view.call.at);
  expect(ends).toEqual(['stopped', 'rejected', 'done']);
  expect(offered(here)).toEqual(['mcp__Other__calm']);
  expect(here.servers.state.list.value.map((one) => [one.record.id, one.state.connection.at])).toEqual([
    [record.id, 'off'],
    [quiet.id, 'ready'],
  ]);
  expect(must(await here.store.servers.get(record.id))?.enabled).toBe(false);
});
const okay: { readonly ok: true; readonly value: ToolResult } = { ok: true, value: { text: 'x', summary: 'x' } };

test('T4 disabling in another tab cancels here, and a card closes', async () => {
  const name = freshName();
  const here = await stage(name);
  const record = await serve(here, ['search', reads('slow')]);
  const chat = begin(here);
  chat.setConsent(record.id, 'met');
  here.host.hooks.run = () => new Promise(() => undefined);
  here.replies.push(callsFor('mcp__Docs__slow', {}));
  chat.send('Please');
  await expect.poll(() => here.host.ran.length).toBe(1);
  const other = await stage(name);
  await other.servers.state.enable(record.id, false);
  expect(other.announced).toContain('servers');
  await here.servers.reread('servers');
  await ended(chat);
  expect(callsOf(chat).map((view) => view.call.at)).toEqual(['stopped']);
  await other.servers.state.enable(record.id, true);
  await here.servers.reread('servers');
  here.replies.push(search);
  chat.send('Again');
  await card(chat);
  await other.servers.state.remove(record.id);
  await here.servers.reread('servers');
  await ended(chat);
  expect(outcomes(chat).at(-1)).toBe('rejected G1');
});

test('T4 a server removed in another tab takes its grants with it here, and no others', async () => {
  const name = freshName();
  const here = await stage(name);
  const { id } = await serve(here, ['search']);
  const chat = begin(here);
  const grants = [named(here, 'mcp__Docs__search'), fileTool('file_read')].map((tool) =>
    grantFor(tool, [], null, chat.record.value.id),
  );
  here.rulebook.change({ grants });
  const other = await stage(name);
  await other.servers.state.remove(id);
  await here.servers.reread('servers');
  expect(here.rulebook.now().grants.map((one) => one.tool)).toEqual(['file_read']);
});

test('M3 removing a server forgets its settings, pins, consents, grants, tokens and list; old calls keep its name', async () => {
  const name = freshName();
  const here = await stage(name);
  const { id } = await serve(here, ['search', 'write']);
  const chat = begin(here);
  here.replies.push(search);
  chat.send('Please');
  yes(chat, await card(chat), 'met');
  await ended(chat);
  here.replies.push(search);
  chat.send('Please');
  yes(chat, await card(chat), 'remember');
  await ended(chat);
  await set(here, 'mcp__Docs__write', 'always');
  must(await here.store.signins.put({ id, sealed: must(await here.store.keys.seal('token')) }));
  here.host.signedIn.add(id);
  expect(here.rulebook.now().grants).toHaveLength(1);
  await expect.poll(() => here.rulebook.now().pins?.size).toBe(2);
  here.replies.push(callsFor('mcp__Docs__search', {}));
  await here.servers.state.remove(id);
  const book = here.rulebook.now();
  expect([book.grants, [...(book.pins ?? [])], book.settings.tools, [...book.servers]]).toEqual([[], [], {}, []]);
  expect(book.catalog.byName.has('mcp__Docs__search')).toBe(false);
  expect(here.servers.state.list.value).toEqual([]);
  expect(here.servers.state.consents.value).toEqual([]);
  expect(here.host.asked).toContainEqual(['end', id]);
  for (const table of ['servers', 'rosters', 'pins', 'signins'] as const)
    expect(must<{ readonly records: readonly unknown[] }>(await here.store[table].list()).records).toEqual([]);
  expect(here.announced).toEqual(
    expect.arrayContaining(['servers', 'settings', 'chats', 'pins', 'rosters', 'signins']),
  );
  await told(chat);
  expect(outcomes(chat).at(-1)).toBe('rejected G1');
  const again = await stage(name);
  again.chats.open(chat.record.value.id);
  const after = again.chats.current.value;
  await expect
    .poll(() => (after === null ? [] : callsOf(after).map((view) => view.server)))
    .toEqual(['Docs', 'Docs', null]);
  expect(must(await again.store.chats.get(chat.record.value.id))?.consents).toEqual({});
});

test('M3 a server whose record cannot be removed is back, and that is told', async () => {
  const here = await stage();
  const { id } = await serve(here, ['search']);
  here.store.servers.remove = () => Promise.resolve(fail('storage', 'The disk is gone.'));
  await here.servers.state.remove(id);
  expect(here.told.map((one) => one.message)).toContain('The disk is gone.');
  expect(here.servers.state.list.value.map((one) => one.record.id)).toEqual([id]);
  expect(here.rulebook.now().servers.has(id)).toBe(true);
});

test('T6 a tool that its server changes asks again, whatever its setting, and the card shows what changed', async () => {
  const here = await stage();
  const { id } = await serve(here, [reads('search', 'Finds things.')], { policy: 'never' });
  await set(here, 'mcp__Docs__search', 'always');
  const chat = begin(here);
  here.replies.push(search);
  await told(chat);
  here.host.list(id, [reads('search', 'Sends your files away.')]);
  const row = toolRows(here.rulebook.now()).find((one) => one.tool.name === 'search');
  expect([row?.changed, row?.setting]).toEqual([true, 'always']);
  here.replies.push(search);
  chat.send('Please');
  const asked = await card(chat);
  expect(asked.why.row).toBe('T6');
  expect(asked.changed?.before).toContain('Finds things.');
  expect(asked.changed?.after).toContain('Sends your files away.');
  yes(chat, asked);
  await ended(chat);
  here.replies.push(search);
  await told(chat);
  expect(outcomes(chat)).toEqual(['done G8', 'done T6', 'done G8']);
  expect(here.servers.state.changeOf(named(here, 'mcp__Docs__search'))).toBeNull();
});

test('T6 a setting alone approves no change; approving it in Settings does, and counts at once', async () => {
  const name = freshName();
  const here = await stage(name);
  const { id } = await serve(here, [reads('search', 'One.')], { policy: 'never' });
  await set(here, 'mcp__Docs__search', 'always');
  here.host.list(id, [reads('search', 'Two.')]);
  await set(here, 'mcp__Docs__search', 'always');
  const chat = begin(here);
  here.replies.push(search);
  chat.send('Please');
  expect((await card(chat)).why.row).toBe('T6');
  const changed = here.servers.state.changeOf(named(here, 'mcp__Docs__search'));
  expect([changed?.before.includes('One.'), changed?.after.includes('Two.')]).toEqual([true, true]);
  here.servers.state.acceptChange(named(here, 'mcp__Docs__search'));
  await ended(chat);
  expect(outcomes(chat)).toEqual(['done G8']);
  await expect.poll(() => here.announced.filter((one) => one === 'pins').length).toBe(2);
  const again = await stage(name);
  expect(again.rulebook.now().pins?.get(`mcp:${id}:search`)).toContain('Two.');
});

test('T6 the change asks before a grant and a chat-wide yes, and shows on a card of another row too', async () => {
  const here = await stage();
  const record = await serve(here, [entry('search', { description: 'One.' })]);
  const chat = begin(here);
  here.replies.push(search);
  chat.send('Please');
  yes(chat, await card(chat), 'all');
  await ended(chat);
  here.host.list(record.id, [entry('search', { description: 'Two.' })]);
  here.replies.push(search);
  chat.send('Please');
  const first = await card(chat);
  expect(first.why.row).toBe('T6');
  yes(chat, first, 'remember');
  await ended(chat);
  here.host.list(record.id, [entry('search', { description: 'Three.' })]);
  must(await here.servers.state.save(formOf(record, { policy: 'always' })));
  here.replies.push(search);
  chat.send('Please');
  const second = await card(chat);
  expect([second.why.row, second.changed?.after.includes('Three.')]).toEqual(['G6', true]);
});

test('T6 a yes to the tool a card showed is none to the tool its server made of it meanwhile', async () => {
  const here = await stage();
  const { id } = await serve(here, [entry('search', { description: 'One.' })], { policy: 'always' });
  const chat = begin(here);
  here.replies.push(search);
  chat.send('Please');
  const drawn = await card(chat);
  here.host.list(id, [entry('search', { description: 'Two.' })]);
  // Before and after the screen is drawn anew the old card's answer must not count.
  const screen = { drawn: false };
  chat.cards.subscribe((cards) => {
    screen.drawn ||= cards[0]?.tool?.description === 'Two.' && cards[0].ready;
  });
  let tried = 0;
  while (!screen.drawn) {
    yes(chat, drawn);
    tried += 1;
    await new Promise((next) => setTimeout(next, 1));
  }
  expect(tried).toBeGreaterThan(0);
  expect(here.host.ran).toEqual([]);
  const again = await card(chat);
  expect(again.tool?.description).toBe('Two.');
  yes(chat, again);
  await ended(chat);
  expect(here.host.ran).toHaveLength(1);
  expect(here.rulebook.now().pins?.get(`mcp:${id}:search`)).toContain('Two.');
});

test('T6 a tool is pinned when it runs, not when it is declined, and written only where that is news', async () => {
  const here = await stage();
  const { id } = await serve(here, ['search'], { policy: 'always' });
  const written: PinRecord[] = [];
  const { put } = here.store.pins;
  here.store.pins.put = (record) => {
    written.push(record);
    return put(record);
  };
  const chat = begin(here);
  here.replies.push(search);
  chat.send('Please');
  chat.answer((await card(chat)).view.call.id, { verdict: 'no', reason: '' });
  await ended(chat);
  expect(written).toEqual([]);
  for (const round of [1, 2]) {
    here.replies.push(search);
    chat.send('Please');
    yes(chat, await card(chat));
    await ended(chat);
    expect([round, written.length]).toEqual([round, 1]);
  }
  expect(written[0]).toMatchObject({
    id: `mcp:${id}:search`,
    server: id,
    text: pinText(named(here, 'mcp__Docs__search')),
  });
});

test('T6 T4 what another tab approved counts here at once', async () => {
  const name = freshName();
  const here = await stage(name);
  const { id } = await serve(here, [reads('search', 'One.')], { policy: 'never' });
  await set(here, 'mcp__Docs__search', 'always');
  await expect.poll(() => here.announced).toContain('pins');
  here.host.list(id, [reads('search', 'Two.')]);
  const chat = begin(here);
  here.replies.push(search);
  chat.send('Please');
  await card(chat);
  await expect.poll(() => here.announced.filter((one) => one === 'rosters').length).toBe(2);
  const other = await stage(name);
  other.servers.state.acceptChange(named(other, 'mcp__Docs__search'));
  await expect.poll(() => other.announced).toContain('pins');
  await here.servers.reread('pins');
  await ended(chat);
  expect(outcomes(chat)).toEqual(['done G8']);
});

test('G11 a pin that cannot be read, or a whole store of them, counts as changed', async () => {
  const name = freshName();
  const here = await stage(name);
  const { id } = await serve(here, [reads('search')], { policy: 'never' });
  const raw = await databaseAt(name);
  await raw.put('pins', { id: `mcp:${id}:search`, text: 7 } as unknown as PinRecord);
  await here.servers.reread('pins');
  const chat = begin(here);
  here.replies.push(search);
  chat.send('Please');
  const asked = await card(chat);
  expect(asked.why.row).toBe('T6');
  expect(asked.changed?.before).toContain('cannot be read');
  yes(chat, asked);
  await ended(chat);
  const { list } = here.store.pins;
  here.store.pins.list = () => Promise.resolve(fail('storage', 'The disk is gone.'));
  await here.servers.reread('pins');
  expect(here.told.map((one) => one.message)).toContain('The disk is gone.');
  here.replies.push(search);
  chat.send('Please');
  const again = await card(chat);
  expect([again.why.row, again.changed?.before]).toEqual(['T6', asked.changed?.before]);
  // Once it can be read again, an approval is kept and counts.
  here.store.pins.list = list;
  yes(chat, again);
  await ended(chat);
  here.replies.push(search);
  await told(chat);
  expect(outcomes(chat)).toEqual(['done T6', 'done T6', 'done G8']);
});

test('T4 T5 a server that lists the same in another order, or again, wakes nobody and changes no name', async () => {
  const here = await stage();
  const { id } = await serve(here, ['b', 'a', 'c'], { policy: 'never' });
  const { catalog } = here.rulebook.now();
  let woken = 0;
  here.rulebook.listen(() => (woken += 1));
  here.host.list(id, ['c', 'b', 'a']);
  here.host.list(id, [
    entry('a'),
    entry('b'),
    { inputSchema: { type: 'object' }, description: 'What c does.', name: 'c' },
  ]);
  expect(woken).toBe(0);
  expect(here.rulebook.now().catalog).toBe(catalog);
  here.host.list(id, ['c', 'b', 'a', 'd']);
  expect(woken).toBe(1);
  expect(
    here.rulebook
      .now()
      .catalog.tools.slice(-4)
      .map((tool) => tool.name),
  ).toEqual(['a', 'b', 'c', 'd']);
});

test('M4 after a reload the tools a server had are there before it is connected, and its next call connects', async () => {
  const name = freshName();
  const here = await stage(name);
  const { id } = await serve(here, [reads('search')], { policy: 'never' });
  await expect.poll(() => here.announced).toContain('rosters');
  const again = await stage(name);
  expect(
    again.servers.state.list.value.map((one) => [one.state.connection.at, one.state.roster?.tools.length]),
  ).toEqual([['idle', 1]]);
  const chat = begin(again);
  again.replies.push(search);
  await told(chat);
  expect(again.host.ran.map((ran) => ran.server)).toEqual([id]);
  expect(outcomes(chat)).toEqual(['done G8']);
});

test('W6 A4 a server’s card that waited is live again after a reload, and a call that ran is not run again', async () => {
  const name = freshName();
  const here = await stage(name);
  const { id } = await serve(here, ['search', reads('slow')]);
  await expect.poll(() => here.announced).toContain('rosters');
  const waits = begin(here);
  here.replies.push(search);
  waits.send('Please');
  await card(waits);
  here.host.hooks.run = () => new Promise(() => undefined);
  const runs = begin(here);
  runs.setConsent(id, 'met');
  here.replies.push(callsFor('mcp__Docs__slow', {}));
  runs.send('Please');
  await expect.poll(() => here.host.ran.length).toBe(1);
  here.hooks.alone = () => Promise.resolve();
  const again = await stage(name);
  again.hooks.alone = () => Promise.resolve();
  again.chats.open(runs.record.value.id);
  const ran = again.chats.current.value;
  await expect.poll(() => (ran === null ? [] : callsOf(ran).map((view) => view.call.at))).toEqual(['stopped']);
  again.chats.open(waits.record.value.id);
  const after = again.chats.current.value;
  if (after === null) throw new Error('the chat is gone');
  const asked = await card(after);
  expect([asked.why.row, asked.server]).toEqual(['G7', 'Docs']);
  yes(after, asked, 'met');
  await ended(after);
  expect(again.host.ran.map((one) => one.tool)).toEqual(['search']);
});

test('M1 an answer waits for a server whose tools nobody knows yet, and not for long; for a known one not at all', async () => {
  const here = await stage();
  const chat = begin(here);
  const warmings = () => here.host.asked.filter(([what]) => what === 'warm').length;
  const add = (name: string) =>
    here.servers.state.save(draft({ name, url: `https://${name}.example.com/`, policy: 'never' }));
  let warmed: () => void = () => undefined;
  here.host.hooks.warm = () => new Promise((resolve) => (warmed = resolve));
  let up: () => void = () => undefined;
  here.hooks.wait = (ms) => {
    expect(ms).toBe(3_000);
    return new Promise((resolve) => (up = resolve));
  };
  await serve(here, [reads('search')]);
  // Known: connected beside the answer, which does not wait.
  await told(chat);
  expect([warmings(), offered(here)]).toEqual([1, ['mcp__Docs__search']]);
  const fresh = must(await add('new'));
  chat.send('Please');
  await expect.poll(warmings).toBe(2);
  expect(here.requests).toHaveLength(1);
  here.host.list(fresh.id, [reads('find')]);
  warmed();
  await ended(chat);
  expect(offered(here).toSorted()).toEqual(['mcp__Docs__search', 'mcp__new__find']);
  // One that answers nothing holds an answer up for three seconds at most.
  must(await add('slow'));
  chat.send('Please');
  await expect.poll(warmings).toBe(3);
  expect(here.requests).toHaveLength(2);
  up();
  await expect.poll(() => here.requests.length).toBe(3);
  await ended(chat);
  // A stop does not wait either.
  chat.send('Please');
  await expect.poll(warmings).toBe(4);
  chat.stop();
  await ended(chat);
  expect(here.requests).toHaveLength(3);
});

test('M1 a server that is not reachable gives the model its explanation as a failed call, and the answer goes on', async () => {
  const here = await stage();
  await serve(here, [reads('search')], { policy: 'never' });
  here.host.hooks.ready = () => Promise.resolve(fail('not-reachable', 'Nobody answers at mcp.example.com.'));
  const chat = begin(here);
  here.replies.push(search);
  await told(chat);
  expect(answersGiven(here).join('')).toContain('Nobody answers at mcp.example.com.');
  here.host.hooks.ready = () => Promise.resolve(ok(undefined));
  here.replies.push(search);
  await told(chat);
  expect(outcomes(chat).at(-1)).toBe('done G8');
});
