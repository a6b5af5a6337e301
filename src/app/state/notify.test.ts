import { computed } from '@preact/signals';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ok } from '../../core/outcome.ts';
import type { Settings } from '../../core/records.ts';
import { browserBell, makeNotify, type Notify } from './notify.ts';
import { begin, card, ended, yes } from './testing/served.ts';
import { callsFor, stage, type Stage } from './testing/stage.ts';

/** What the browser was asked to show. */
class Shown extends EventTarget {
  static permission: NotificationPermission = 'granted';
  static answer: NotificationPermission = 'granted';
  static asked = 0;
  static all: Shown[] = [];
  static requestPermission(): Promise<NotificationPermission> {
    Shown.asked += 1;
    Shown.permission = Shown.answer;
    return Promise.resolve(Shown.permission);
  }
  readonly title: string;
  readonly body: string;
  closed = false;
  constructor(title: string, { body = '' }: NotificationOptions = {}) {
    super();
    this.title = title;
    this.body = body;
    Shown.all.push(this);
  }
  close(): void {
    this.closed = true;
  }
}

let focused = false;
let notify: Notify | null = null;
const opened: string[] = [];

beforeEach(() => {
  Object.assign(Shown, { permission: 'granted', answer: 'granted', asked: 0, all: [] });
  focused = false;
  opened.length = 0;
  vi.stubGlobal('Notification', Shown);
  vi.spyOn(document, 'hasFocus').mockImplementation(() => focused);
});
afterEach(() => {
  notify?.dispose();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A chat of a page that may notify of what these settings say. */
async function scene(settings: Partial<Settings>): Promise<Stage> {
  const here = await stage();
  here.rulebook.change({ settings: { ...here.rulebook.now().settings, ...settings } });
  const now = here.rulebook.now().settings;
  notify = makeNotify({
    bell: browserBell,
    chats: here.chats,
    settings: computed(() => now),
    open: (id) => opened.push(id),
  });
  return here;
}

const secret = { path: 'a.txt', content: 'the-secret-content' };

async function waiting(here: Stage) {
  const chat = begin(here, 'p1');
  here.replies.push(callsFor('file_write', secret));
  chat.send('Write the notes');
  return { chat, one: await card(chat) };
}

test('B4 a call that waits behind another window is told once, by the chat’s title, and the notice goes when it is answered', async () => {
  const here = await scene({ notifyWaiting: true });
  const { chat, one } = await waiting(here);
  await expect.poll(() => Shown.all.map(({ title }) => title)).toEqual(['Write the notes']);
  expect(JSON.stringify(Shown.all)).not.toContain('the-secret-content');
  expect(Shown.all[0]?.body).not.toContain('a.txt');
  // Decided again, and drawn again: no second notice.
  here.chats.wake();
  await card(chat);
  expect(Shown.all).toHaveLength(1);
  Shown.all[0]?.dispatchEvent(new Event('click'));
  expect(opened).toEqual([chat.record.value.id]);
  // A word that comes while the call is decided again does not count, and the screen learns of that a moment late.
  await expect
    .poll(() => {
      for (const now of chat.cards.value) yes(chat, now);
      return chat.cards.value.length;
    })
    .toBe(0);
  await ended(chat);
  await expect.poll(() => Shown.all[0]?.closed).toBe(true);
  expect(one.view.call.name).toBe('file_write');
});

test.each([
  ['the toggle is off', { notifyWaiting: false, notifyPause: true }, 'granted', false],
  ['the window has the focus', { notifyWaiting: true }, 'granted', true],
  ['the browser said no', { notifyWaiting: true }, 'denied', false],
  ['the browser was never asked', { notifyWaiting: true }, 'default', false],
] as const)('B4 nothing is shown where %s', async (_why, settings, permission, focus) => {
  Shown.permission = permission;
  focused = focus;
  const here = await scene(settings);
  await waiting(here);
  await expect.poll(() => here.chats.waits.value.size).toBe(1);
  expect(Shown.all).toEqual([]);
  // Permission is asked for by the toggle alone.
  expect(Shown.asked).toBe(0);
});

test('B4 a pause at the soft cap is told by its own toggle, and the notice goes when the person goes on', async () => {
  const here = await scene({ notifyPause: true, budget: 'focused' });
  here.hooks.run = () => Promise.resolve(ok({ text: 'x', summary: 'read' }));
  const chat = begin(here, 'p1');
  const reads = Array.from({ length: 26 }, (_, at) => callsFor('file_read', { path: `${at}.txt` }).slice(0, 1));
  here.replies.push([...reads.flat(), { is: 'finish', reason: 'tool_calls', cut: false }]);
  chat.send('Read them');
  await expect.poll(() => Shown.all.map(({ title }) => title)).toEqual(['Read them']);
  expect(Shown.all[0]?.body).toContain('soft cap');
  chat.release('continue');
  await ended(chat);
  await expect.poll(() => Shown.all[0]?.closed).toBe(true);
});

test('B4 switching a toggle on asks the browser, once; a no is remembered as one', async () => {
  Shown.permission = 'default';
  Shown.answer = 'denied';
  await scene({});
  expect(notify?.may.value).toBe('default');
  expect(await notify?.ask()).toBe(false);
  expect(notify?.may.value).toBe('denied');
  expect(await notify?.ask()).toBe(false);
  expect(Shown.asked).toBe(1);
});

test('B4 a browser without notifications is told apart from one that refuses', async () => {
  vi.stubGlobal('Notification', undefined);
  Reflect.deleteProperty(globalThis, 'Notification');
  await scene({ notifyWaiting: true });
  expect(notify?.may.value).toBe('unsupported');
  expect(await notify?.ask()).toBe(false);
});
