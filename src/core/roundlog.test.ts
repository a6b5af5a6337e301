import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { chats, lived } from '../test/core/logs.ts';
import { open } from './answer.ts';
import { fold } from './chat.ts';
import type { LogEvent } from './log.ts';

const partOf = ({ answer, model, phase }: LogEvent): string => `${answer ?? ''} ${model?.model ?? ''} ${phase}`;
const ending = (event: LogEvent): boolean =>
  event.kind === 'ended' || event.kind === 'dropped' || (event.kind === 'decided' && event.verdict === 'no');

/** What is wrong with a whole log; empty where nothing is. */
function faults(log: readonly LogEvent[]): string[] {
  const found: string[] = [];
  const inside = new Set<string>();
  const closed = new Set<string>();
  const over = new Set<string>();
  const rounds = new Set(
    log.flatMap((one) => (one.kind === 'began' && (one.peers ?? []).length > 0 ? [one.answer] : [])),
  );
  for (const event of log) {
    const { kind, seq, answer } = event;
    const part = partOf(event);
    if (kind === 'closed') closed.add(answer ?? '');
    if (kind === 'reopened') closed.delete(answer ?? '');
    if (kind === 'joined') {
      if (inside.has(part)) found.push(`${seq}: ${part} joined twice`);
      inside.add(part);
    } else if (kind === 'left') {
      if (!inside.delete(part)) found.push(`${seq}: ${part} left without having joined`);
    } else if (rounds.has(answer) && (event.phase === 'dispatch' || event.phase === 'synthesis') && !inside.has(part)) {
      found.push(`${seq}: ${kind} of ${part} outside its part`);
    }
    if (
      kind === 'joined' &&
      event.phase === 'synthesis' &&
      [...inside].some((one) => one.startsWith(`${answer ?? ''} `) && one.endsWith('dispatch'))
    )
      found.push(`${seq}: the synthesis began before the dispatch had ended`);
    if ('call' in event && ending(event)) {
      if (over.has(event.call)) found.push(`${seq}: ${event.call} ended twice`);
      over.add(event.call);
    }
  }
  if (inside.size > 0) found.push(`never left: ${[...inside].join()}`);
  const thread = fold(log);
  for (const { id, state, parts, traces, to } of thread.answers.values()) {
    if (to === null) continue;
    if (state === 'running' || !closed.has(id)) found.push(`${id} was never closed`);
    if (parts.some((one) => one.is === 'call' && open(one.view.call))) found.push(`${id} has an open call`);
    if (traces.some((trace) => trace.state === 'running')) found.push(`${id} has a running trace`);
  }
  return found;
}

test('F1 F2 whatever happens in a round: each part joins and leaves once, writing comes last, each call ends once, and it closes', async () => {
  let rounds = 0;
  await fc.assert(
    fc.asyncProperty(chats, async (steps) => {
      const journal = await lived(steps);
      const log = [...new Map(journal.map((event) => [event.seq, event])).values()].toSorted((a, b) => a.seq - b.seq);
      rounds += log.filter((event) => event.kind === 'joined' && event.phase === 'synthesis').length;
      const found = faults(log);
      if (found.length > 0) throw new Error(found.join('; '));
    }),
    { seed: 41, numRuns: process.env['SLUICE_FULL'] === '1' ? 1_500 : 150 },
  );
  expect(rounds).toBeGreaterThan(30);
}, 120_000);
