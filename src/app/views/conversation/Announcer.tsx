import { untracked, useSignalEffect } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { AnswerEntry, Trace } from '../../../core/conversation.ts';
import { shown } from '../../../core/visible.ts';
import type { ChatState } from '../../state/contract.ts';
import { keyOf, shortName } from './round/reading.ts';
import { spoken } from './spoken.ts';

function endWords(entry: AnswerEntry): string {
  if (entry.state === 'failed') return `The answer failed. ${entry.fault?.message ?? ''}`;
  if (entry.state === 'interrupted') return 'The answer was interrupted.';
  return entry.state === 'stopped' ? 'The answer was stopped.' : 'The answer is complete.';
}

const partWords = (trace: Trace): string => {
  const name = shortName(trace.model);
  if (trace.state === 'done') return `${name} has answered.`;
  return trace.state === 'failed' ? `${name} failed. ${trace.fault?.message ?? ''}` : `${name}: ${trace.state}.`;
};

/** All that could be said of a conversation, named so that nothing is said twice; put into words only when it is said. */
function sayings(chat: ChatState): ReadonlyMap<string, () => string> {
  const all = new Map<string, () => string>();
  const last = chat.conversation.value.entries.findLast((entry) => entry.is === 'answer');
  if (last === undefined) return all;
  for (const part of last.parts) {
    // Of several answers side by side a reader hears who is done; the one answer is read out.
    if (part.is !== 'text' || !part.done || part.phase === 'dispatch' || !/\S/u.test(part.text)) continue;
    all.set(part.id, () => spoken(part.text));
  }
  for (const trace of last.traces) {
    if (trace.phase !== 'dispatch' || trace.state === 'running' || last.state !== 'running') continue;
    all.set(`left ${last.id} ${keyOf(trace.model)}`, () => shown(partWords(trace)));
  }
  if (last.state !== 'running') all.set(`end ${last.id}`, () => endWords(last));
  return all;
}

/** Reads out finished parts and ends of answers, never single words of a stream (row U3). */
export function Announcer({ chat }: { readonly chat: ChatState }): JSX.Element {
  const said = useRef<Set<string> | null>(null);
  const [words, setWords] = useState('');
  // What was there when the chat was opened is not news; effects come later than the first words may.
  untracked(() => {
    if (said.current === null && !chat.loading.value) said.current = new Set(sayings(chat).keys());
  });
  useSignalEffect(() => {
    const loading = chat.loading.value;
    const all = sayings(chat);
    if (said.current === null) {
      if (!loading) said.current = new Set(all.keys());
      return;
    }
    const fresh = [...all].filter(([name]) => said.current?.has(name) === false);
    if (fresh.length === 0) return;
    for (const [name] of fresh) said.current.add(name);
    setWords(fresh.map(([, say]) => say()).join(' '));
  });
  return (
    <div class="visually-hidden" role="status" aria-live="polite">
      {words}
    </div>
  );
}
