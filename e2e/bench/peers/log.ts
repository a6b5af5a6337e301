/** The log that is measured: a chat of 2,000 messages, and four models whose answers grow a token at a time. */
import type { ModelRef } from '../../../src/core/ids.ts';
import type { Happening, LogEvent } from '../../../src/core/log.ts';
import type { Stamp } from '../../../src/core/world.ts';

export const models: readonly ModelRef[] = ['Opus', 'Sonnet', 'Qwen', 'Haiku'].map((name) => ({
  provider: 'bench',
  model: name,
  name: `Bench · ${name}`,
}));

/** Two lines of a plausible answer, told apart by their number: every sort of block comes in its turn. */
const paragraph = (at: number): string =>
  [
    `Paragraph ${at} says that \`deliver()\` in **src/webhooks/deliver.ts** gives up after its first failure, and why.\n\n`,
    `## Step ${at}\n\n`,
    `- a point about the queue\n- another, with a [link](https://example.com/${at})\n- a third one\n\n`,
    `\`\`\`ts\nexport const attempt${at} = (n: number): number => Math.min(2 ** n, 60) * 1000;\nawait sleep(attempt${at}(3));\n\`\`\`\n\n`,
    `| file | lines |\n|---|---:|\n| src/a${at}.ts | ${at} |\n| src/b${at}.ts | 12 |\n\n`,
  ][at % 5] ?? '';

/** A text of so many characters, always the same. */
export function textOf(chars: number): string {
  let text = '';
  for (let at = 0; text.length < chars; at += 1) text += paragraph(at);
  return text.slice(0, chars);
}

let seq = 0;
/** One event of the log. */
export const event = (happening: Happening, stamp: Partial<Stamp> = {}): LogEvent => ({
  ...happening,
  answer: null,
  model: null,
  phase: 'solo',
  turn: 0,
  ...stamp,
  chat: 'bench',
  seq: (seq += 1),
  at: seq,
});

/** A thousand questions with a thousand answers. */
export function history(pairs: number): readonly LogEvent[] {
  const events: LogEvent[] = [];
  const model = models[0] ?? null;
  for (let at = 0; at < pairs; at += 1) {
    const [asked, answer] = [`q${at}`, `a${at}`];
    const after = at === 0 ? null : `a${at - 1}`;
    const stamp = { answer, model, phase: 'solo', turn: 1 } as const;
    events.push(
      event({ kind: 'asked', id: asked, text: `Question ${at}?`, attached: [], after }),
      event({ kind: 'began', to: asked, project: null, after: null, system: '' }, stamp),
      event({ kind: 'text', part: `t${at}`, text: textOf(600 + (at % 7) * 100), done: true }, stamp),
      event({ kind: 'closed', as: 'done', fault: null }, stamp),
    );
  }
  return events;
}
