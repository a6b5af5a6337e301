/** The one answer that the scripted primary writes from the labelled answers of a round (row F5). */
import type { ModelRequest } from '../../core/model.ts';
import { claims, type Claim } from './claims.ts';

interface Answered {
  readonly label: string;
  readonly text: string;
  /** The lines of its calls, the first is call 1. */
  readonly calls: readonly string[];
}

interface Said {
  readonly claim: Claim;
  readonly by: readonly Answered[];
}

/** The labelled answers in a request, as `core/labelled.ts` sets them; none where there are none. */
export function answersIn({ messages }: ModelRequest): readonly Answered[] {
  const text = messages
    .flatMap((message) => (message.role === 'user' ? message.parts : []))
    .flatMap((part) => (part.is === 'text' && part.text.includes('<answer label="') ? [part.text] : []))
    .at(-1);
  const blocks = text?.matchAll(
    /<answer label="([A-Z]+)"[^>]*>\n(.*?)\n<\/answer>\n<calls of="\1">\n(.*?)\n<\/calls>/gsu,
  );
  return [...(blocks ?? [])].map(([, label = '', said = '', calls = '']) => ({
    label,
    text: said,
    calls: calls === 'none' ? [] : calls.split('\n'),
  }));
}

/** The calls of an answer that a claim rests on, in the form's words. */
function rests({ rests: words }: Claim, { label, calls }: Answered): string {
  const named = words === null ? [] : calls.flatMap((line, at) => (words.test(line) ? [`${label}${at + 1}`] : []));
  return named.length === 0 ? '(rests on no call)' : `(rests on ${named.join(', ')})`;
}

const bullet = (claim: Claim, by: Answered): string => `- ${claim.text} [${by.label}] ${rests(claim, by)}`;

/** Of several that say the same, the one with calls to show for it is cited. */
const best = ({ claim, by }: Said): Answered | undefined =>
  by.find((one) => rests(claim, one) !== '(rests on no call)') ?? by[0];

/** The synthesis; what the answers do not say is not in it. */
export function writtenFrom(answers: readonly Answered[]): string {
  // Nothing is given where only the primary answered: it goes on from its own text (row F2).
  if (answers.length === 0) return 'No other model answered, so what I said above stands.';
  const said = claims.flatMap((claim): Said[] => {
    const by = answers.filter(({ text }) => text.includes(claim.text));
    return by.length === 0 ? [] : [{ claim, by }];
  });
  const subjects = [...new Set(said.map(({ claim }) => claim.about))].map((about) => ({
    about,
    sides: said.filter(({ claim }) => claim.about === about),
  }));
  const agreed = subjects.filter(({ sides }) => sides.length === 1 && (sides[0]?.by.length ?? 0) > 1);
  const differ = subjects.filter(({ sides }) => sides.length > 1);
  const cited = (one: Said): string => {
    const by = best(one);
    return by === undefined ? one.claim.text : `${one.claim.text} [${by.label}]`;
  };
  const line = (one: Said, indent = ''): string[] => {
    const by = best(one);
    return by === undefined ? [] : [`${indent}${bullet(one.claim, by)}`];
  };
  // Most hands first, and of those the ones with calls: the side that is told first in the answer itself.
  const stronger = (a: Said, b: Said): number => b.by.length - a.by.length;
  const told = subjects.flatMap(({ sides }) => sides.toSorted(stronger).slice(0, 1)).map(cited);
  const parts = [
    'I am the **demo model**, a script: I put side by side what the answers say, and judge nothing.',
    told.length === 0 ? 'The answers hold nothing that I know how to compare.' : told.join(' '),
  ];
  if (agreed.length > 0)
    parts.push('### Where they agree', agreed.flatMap(({ sides }) => sides.flatMap((one) => line(one))).join('\n'));
  if (differ.length > 0) {
    const rows = differ.flatMap(({ about, sides }) => [
      `- ${about}`,
      ...sides.toSorted(stronger).flatMap((one) => line(one, '  ')),
    ]);
    parts.push('### Where they differ', rows.join('\n'));
  }
  return parts.join('\n\n');
}
