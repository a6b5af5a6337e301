/** What the scripted models do and say in the first part of a round (row F1): they only read, and each sees something else. */
import type { JsonObject } from '../../core/json.ts';
import type { FileToolName } from '../../core/tool.ts';
import type { Wish } from './beats.ts';
import { careful, claimsOf } from './claims.ts';
import type { Persona } from './part.ts';
import { listing, suspect, worthReading } from './places.ts';
import type { Scene, Seen } from './scene.ts';
import type { Line } from './script.ts';
import { trouble } from './words.ts';

const names: Readonly<Record<Persona, string>> = { guide: 'Guide', careful: 'Careful', quick: 'Quick' };
const wish = (tool: FileToolName, args: JsonObject): Wish => ({ tool, args });
const read = (path: string): Wish => wish('file_read', { path });
const list = wish('find_files', { pattern: '*' });
const search = wish('grep', { pattern: suspect });

/** What each would still like to see, the next step first. */
function wishesOf(persona: Persona, scene: Scene): readonly (readonly Wish[])[] {
  const known = listing(scene) !== null;
  if (persona === 'quick') return [[search]];
  if (persona === 'careful') return [[list], known ? careful(scene).map(read) : []];
  const path = known ? worthReading(scene) : null;
  return [[list, search], path === null ? [] : [read(path)]];
}

const asked = (scene: Scene, { tool, args }: Wish): boolean =>
  scene.calls.some((call) => call.tool === tool && (tool !== 'file_read' || call.args['path'] === args['path']));

const opening: Readonly<Record<Persona, string>> = {
  guide: 'I look at the list of files and search, side by side.',
  careful: 'I list the files first, and then read what the question rests on.',
  quick: 'One search will do.',
};

/** What the careful one thinks before it reads: shown folded, as reasoning is. */
export const thought =
  'One file alone proves little. I read the rules and the tests as well, and only then say anything.';

const callNames: Readonly<Record<string, string>> = {
  find_files: 'the listing',
  grep: 'the search',
  file_read: 'the reading',
};
const troubleOf = (call: Seen): string | null => trouble(call, callNames[call.tool] ?? 'the call');

/** The next line of one model of the round. */
export function dispatchLine(persona: Persona, scene: Scene): Line {
  const first = scene.calls.length === 0;
  const next = wishesOf(persona, scene)
    .map((step) => step.filter((one) => scene.offered.has(one.tool) && !asked(scene, one)))
    .find((step) => step.length > 0);
  if (next !== undefined) {
    const more = persona === 'careful' && next.some(({ tool }) => tool === 'file_read');
    const text = first
      ? opening[persona]
      : `I read ${next.map(({ args }) => `\`${typeof args['path'] === 'string' ? args['path'] : ''}\``).join(', ')}.`;
    return { text, wishes: next, ...(more ? { thought } : {}) };
  }
  const no = scene.calls.flatMap((call) => troubleOf(call) ?? []);
  const said = claimsOf(persona, scene).map(({ text }) => `- ${text}`);
  const who = `I am **${names[persona]}**, one of Sluice’s scripted demo models, not an AI.`;
  const what =
    said.length > 0 ? ['What I say:', said.join('\n')] : ['I could see nothing that I would say anything about.'];
  return { text: [who, ...no, ...what].join('\n\n'), wishes: [] };
}
