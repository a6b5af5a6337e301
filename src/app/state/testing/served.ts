/** For tests: servers on the stage, and what chats with them show. */
import { expect } from 'vitest';
import type { CallView } from '../../../core/conversation.ts';
import type { Json } from '../../../core/json.ts';
import type { ServerRecord } from '../../../core/server.ts';
import type { ServerDraft } from '../../../core/serverdraft.ts';
import type { Tool } from '../../../core/tool.ts';
import { must } from '../../../storage/testing/fresh.ts';
import type { Card, ChatState } from '../contract.ts';
import type { Stage } from './stage.ts';

export const draft = (over: Partial<ServerDraft> = {}): ServerDraft => ({
  id: null,
  name: 'Docs',
  about: '',
  url: 'https://mcp.example.com/mcp',
  audience: 'primary',
  policy: 'once',
  headers: [],
  client: null,
  ...over,
});

/** A stored record as its form would have it. */
export const formOf = (record: ServerRecord, over: Partial<ServerDraft> = {}): ServerDraft => ({
  ...draft(),
  id: record.id,
  name: record.name,
  url: record.url,
  headers: record.headers.map(({ name, secret }) => ({ name, secret, value: undefined })),
  ...over,
});

/** Adds a server that connects and lists these tools. */
export async function serve(
  here: Stage,
  tools: readonly Json[],
  over: Partial<ServerDraft> = {},
): Promise<ServerRecord> {
  const record = must(await here.servers.state.save(draft(over)));
  await expect.poll(() => here.host.server(record.id)?.id).toBe(record.id);
  here.host.list(record.id, tools);
  return record;
}

/** A new chat, of no project unless said otherwise, as the open one. */
export function begin({ chats, rulebook }: Stage, project: string | null = null): ChatState {
  const id = chats.begin(project);
  rulebook.change({ open: id, grants: [] });
  const chat = chats.current.value;
  if (chat === null) throw new Error('no chat is open');
  return chat;
}

/** Sends a message and waits until its answer has ended. */
export async function told(chat: ChatState, text = 'Please'): Promise<void> {
  const before = chat.conversation.value.entries.length;
  chat.send(text);
  await expect.poll(() => chat.conversation.value.entries.length).toBe(before + 2);
  await ended(chat);
}

/** The answer that is under way has ended. */
export async function ended(chat: ChatState): Promise<void> {
  await expect
    .poll(() => {
      const last = chat.conversation.value.entries.at(-1);
      return chat.running.value === null && last?.is === 'answer' && last.state !== 'running';
    })
    .toBe(true);
}

/** The one card that waits, ready to be answered. */
export async function card(chat: ChatState): Promise<Card> {
  await expect.poll(() => chat.cards.value.map((one) => one.ready)).toEqual([true]);
  const [one] = chat.cards.value;
  if (one === undefined) throw new Error('no card waits');
  return one;
}

export function yes(chat: ChatState, one: Card, choice: 'once' | 'met' | 'all' | 'remember' = 'once'): void {
  const offer = one.offers.find((each) => (each.is === 'server' ? each.choice : each.is) === choice);
  if (offer === undefined) throw new Error(`“${choice}” is not offered`);
  chat.answer(one.view.call.id, { verdict: 'yes', offer });
}

export const callsOf = (chat: ChatState): CallView[] =>
  chat.conversation.value.entries.flatMap((entry) =>
    'parts' in entry ? entry.parts.flatMap((part) => (part.is === 'call' ? [part.view] : [])) : [],
  );
/** State and deciding row of each call. */
export const outcomes = (chat: ChatState): string[] =>
  callsOf(chat).map((view) => `${view.call.at} ${view.why?.row ?? '-'}`);

/** What the model was told of its calls in its newest request. */
export const answersGiven = (here: Stage): string[] =>
  (here.requests.at(-1)?.messages ?? []).flatMap((message) =>
    message.role === 'tool' ? message.answers.map((one) => one.text) : [],
  );

export const named = (here: Stage, name: string): Tool => {
  const tool = here.rulebook.now().catalog.byName.get(name);
  if (tool === undefined) throw new Error(`there is no tool ${name}`);
  return tool;
};
