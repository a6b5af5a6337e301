/** What the scripted models may claim in a round: whole sentences, so that the primary finds them again in the answers. */
import { bugFix, inSample, listing, lists, suspect, suspectFile, worthReading, hitsIn } from './places.ts';
import type { Persona } from './part.ts';
import type { Scene, Seen } from './scene.ts';

export const rulesFile = 'docs/rules.md';
export const testFile = 'test/fees.test.ts';

/** One sentence that a model may say, and what has to have been seen first. */
export interface Claim {
  readonly text: string;
  /** Claims on one subject with different stances contradict each other. */
  readonly about: string;
  readonly stance: string;
  readonly by: readonly Persona[];
  /** Whether the model has seen what it says. A guess is said without. */
  readonly seen: (scene: Scene) => boolean;
  /** The lists of calls that it rests on, by words in them; null: on no call. */
  readonly rests: RegExp | null;
}

const readingOf = (scene: Scene, path: string): Seen | undefined =>
  scene.calls.find((call) => call.tool === 'file_read' && call.end === 'ran' && call.ran['path'] === path);
const searched = (scene: Scene): Seen | undefined =>
  scene.calls.find((call) => call.tool === 'grep' && call.end === 'ran' && call.ran['pattern'] === suspect);
const found = (scene: Scene): boolean => {
  const search = searched(scene);
  return search !== undefined && hitsIn(search.text).some((hit) => hit.path === suspectFile);
};
const reads = (scene: Scene, path: string, text: string): boolean =>
  readingOf(scene, path)?.text.includes(text) ?? false;
const buggy = (scene: Scene): boolean => reads(scene, suspectFile, bugFix.old);
const elsewhere = (scene: Scene): boolean => scene.calls.length > 0 && !inSample(scene) && !found(scene);
const toolless = (scene: Scene): boolean => scene.calls.length === 0;

const everyone: readonly Persona[] = ['guide', 'careful', 'quick'];

const inTheSample: readonly Claim[] = [
  {
    text: `Late fees are worked out in \`${suspectFile}\`, by \`${suspect}\`.`,
    about: 'where fees are worked out',
    stance: 'fees.ts',
    by: everyone,
    seen: (scene) => found(scene) || readingOf(scene, suspectFile)?.text.includes(suspect) === true,
    rests: /fees\.ts|daysLate/u,
  },
  {
    text: `\`${suspect}\` adds 1 day, and that is the bug: a tool that is back on its due day costs a fee.`,
    about: 'where to mend it',
    stance: 'daysLate',
    by: ['guide', 'careful'],
    seen: buggy,
    rests: /fees\.ts/u,
  },
  {
    text: `\`${suspect}\` is in order by now: it no longer adds a day.`,
    about: 'where to mend it',
    stance: 'nowhere',
    by: ['guide', 'careful'],
    seen: (scene) => reads(scene, suspectFile, bugFix.new),
    rests: /fees\.ts/u,
  },
  {
    text: '`lateFee` is the place to mend: it should let the first day go free.',
    about: 'where to mend it',
    stance: 'lateFee',
    by: ['quick'],
    seen: found,
    rests: /daysLate/u,
  },
  {
    text: `\`${rulesFile}\` says it in plain words: back on the due day is in time.`,
    about: 'what the rule is',
    stance: 'written',
    by: ['careful'],
    seen: (scene) => reads(scene, rulesFile, 'due day is in time'),
    rests: /rules\.md/u,
  },
  {
    text: 'Nobody seems to have written down what a return on the due day should cost.',
    about: 'what the rule is',
    stance: 'unwritten',
    by: ['quick'],
    seen: found,
    rests: null,
  },
];

const inOthers: readonly Claim[] = [
  {
    text: 'This is not the sample project, so we know nothing of it but what our calls show.',
    about: 'which project this is',
    stance: 'other',
    by: everyone,
    seen: elsewhere,
    rests: /./u,
  },
  {
    text: 'I would begin with the file that looks like an introduction.',
    about: 'where to begin',
    stance: 'introduction',
    by: ['guide', 'careful'],
    seen: (scene) => elsewhere(scene) && worthReading(scene) !== null,
    rests: /Find|List|find_files/u,
  },
  {
    text: 'I would begin by running it; reading can wait.',
    about: 'where to begin',
    stance: 'running',
    by: ['quick'],
    seen: elsewhere,
    rests: null,
  },
];

const withoutTools: readonly Claim[] = [
  {
    text: 'No project is open, so none of this rests on a file.',
    about: 'what we can see',
    stance: 'nothing',
    by: everyone,
    seen: toolless,
    rests: null,
  },
  {
    text: 'Let reads run by themselves, and look at every change before it is made.',
    about: 'how to approve',
    stance: 'changes',
    by: ['guide', 'careful'],
    seen: toolless,
    rests: null,
  },
  {
    text: 'Remember each approval for the session: cards are slow.',
    about: 'how to approve',
    stance: 'remember',
    by: ['quick'],
    seen: toolless,
    rests: null,
  },
];

/** Every claim, in the order they are told. */
export const claims: readonly Claim[] = [...inTheSample, ...inOthers, ...withoutTools];

/** What a model may say after what it has seen. */
export const claimsOf = (persona: Persona, scene: Scene): readonly Claim[] =>
  claims.filter((claim) => claim.by.includes(persona) && claim.seen(scene));

/** Files of the sample that the careful one reads besides. */
export const careful = (scene: Scene): readonly string[] =>
  inSample(scene)
    ? [suspectFile, rulesFile, testFile].filter((path) => lists(listing(scene) ?? '', path))
    : [worthReading(scene)].filter((path) => path !== null);
