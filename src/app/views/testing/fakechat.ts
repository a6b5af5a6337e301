import { signal, type Signal } from '@preact/signals';
import type { CallProgress, Conversation } from '../../../core/conversation.ts';
import type { AnswerId } from '../../../core/ids.ts';
import type { Attached } from '../../../core/log.ts';
import { ok, type Outcome } from '../../../core/outcome.ts';
import type { Meter } from '../../../core/meter.ts';
import type { ChatRecord } from '../../../core/records.ts';
import type { Card, ChatState, CheckIn, Given, Queued } from '../../state/contract.ts';
import type { ServersState } from '../../state/serverscontract.ts';
import { fakeRecord } from './entries.ts';

/** What a screen asked for, in order: `['send', 'Hello']`. */
export type Asks = unknown[][];

/** Signals that a test may set, and the list of what the screen asked for. */
export type Open<T> = {
  readonly [K in keyof T]: T[K] extends { readonly value: infer V }
    ? Signal<V>
    : T[K] extends ServersState
      ? Open<ServersState>
      : T[K];
} & {
  readonly asks: Asks;
};

/** A chat whose every part a test can set; what a screen asks for is recorded, and answered with success. */
export function fakeChat(record: Partial<ChatRecord> = {}, entries: Conversation['entries'] = []): Open<ChatState> {
  const asks: Asks = [];
  const note =
    (what: string) =>
    (...rest: unknown[]): void => {
      asks.push([what, ...rest]);
    };
  const told =
    <T>(what: string, value: T) =>
    (...rest: unknown[]): Promise<Outcome<T>> => {
      asks.push([what, ...rest]);
      return Promise.resolve(ok(value));
    };
  return {
    asks,
    record: signal(fakeRecord(record)),
    conversation: signal<Conversation>({
      entries,
      leaf: entries.findLast((entry) => entry.is === 'answer')?.id ?? null,
    }),
    loading: signal(false),
    running: signal<AnswerId | null>(null),
    cards: signal<readonly Card[]>([]),
    progress: signal<CallProgress>(new Map()),
    checkIn: signal<CheckIn | null>(null),
    meter: signal<Meter | null>(null),
    given: signal<Given>({ agents: 'none', instructions: 'none' }),
    queue: signal<readonly Queued[]>([]),
    draft: signal(''),
    attached: signal<readonly Attached[]>([]),
    attach: (...rest) => {
      asks.push(['attach', ...rest]);
      return Promise.resolve();
    },
    detach: note('detach'),
    attachment: () => Promise.resolve(null),
    attachFromCall: (...rest) => {
      asks.push(['attachFromCall', ...rest]);
      return Promise.resolve();
    },
    send: note('send'),
    editQueued: note('editQueued'),
    dropQueued: note('dropQueued'),
    stop: note('stop'),
    stopModel: note('stopModel'),
    release: note('release'),
    goOn: note('goOn'),
    regenerate: note('regenerate'),
    resend: note('resend'),
    choose: note('choose'),
    answer: note('answer'),
    cancel: note('cancel'),
    preview: told('preview', null),
    revert: told('revert', 'Put back src/a.ts.'),
    revertAll: told('revertAll', 'Put back 2 files.'),
    setConsent: note('setConsent'),
    setProject: note('setProject'),
    setModel: note('setModel'),
    setPeers: note('setPeers'),
    setGiven: note('setGiven'),
    exportLog() {
      asks.push(['exportLog']);
      return Promise.resolve();
    },
    runTool: (...rest) => {
      asks.push(['runTool', ...rest]);
      return 'call-0001';
    },
    addToMessage: note('addToMessage'),
  };
}
