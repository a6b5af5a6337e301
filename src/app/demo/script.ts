/** The demo model's next line, from the history alone: the same history always gives the same line. */
import type { ModelRequest } from '../../core/model.ts';
import { isFileTool } from '../../core/tool.ts';
import { answersIn, writtenFrom } from './written.ts';
import { beats, type Beat, type Wish } from './beats.ts';
import { personaOf, roleOf } from './part.ts';
import { dispatchLine } from './round.ts';
import { sceneOf, type End, type Scene } from './scene.ts';

export interface Line {
  readonly text: string;
  readonly wishes: readonly Wish[];
  /** What is streamed as reasoning before it. */
  readonly thought?: string;
}

const who = 'I am the **demo model**: a script inside Sluice, not an AI. I pick each line from what the tools return.';
const words = 'Type `search`, `read`, `edit`, `rename` or `peers` for one step, or anything else for the whole tour.';
const hello =
  `Hello! ${who} This tour searches, reads, edits a file, asks for something you should decline, and renames a file. ` +
  'Tools that only read run by themselves unless you set them to Ask or Deny in Settings → Tools; what changes a file asks you first.';
const noTools =
  `Hello! ${who} No file tools are offered to me in this chat, so I can look at nothing. That is so while no project is open. ` +
  'Choose the sample project below the message field, or grant a folder of your own, and send me a message again. ' +
  words;

const ends: Readonly<Record<End, string>> = {
  ran: 'ran',
  declined: 'declined by you',
  rejected: 'rejected by a rule',
  stopped: 'stopped',
  failed: 'failed',
};

/** What happened, step by step, and why a step was left out. */
function summary(scene: Scene, steps: readonly Beat[]): string {
  const rows = steps.flatMap((beat) => {
    const call = scene.calls.findLast((each) => beat.owns(each));
    if (call !== undefined) return [`- ${beat.title}: ${ends[call.end]}${call.edited ? ', with your changes' : ''}`];
    const ask = beat.ask(scene);
    if (ask === null) return [];
    return [
      `- ${beat.title}: left out, since ${scene.off ? 'my tools are off' : `\`${ask.wish.tool}\` is not offered to me`}`,
    ];
  });
  return rows.length === 0 ? 'There was nothing here that I could do.' : `What happened:\n\n${rows.join('\n')}`;
}

function closing(scene: Scene, steps: readonly Beat[]): string {
  const off = scene.off ? 'My tools were switched off, since this answer reached its most calls. ' : '';
  const end = scene.goal === 'tour' ? 'That was the tour. ' : 'That was one step. ';
  return `${off}${summary(scene, steps)}\n\n${end}${words}`;
}

/** Steps that read go together in the first turn, so that reads running side by side can be seen (row V8). */
const together: ReadonlySet<string> = new Set(['find_files', 'grep']);

/** How several models are asked at once; a script cannot press the button itself. */
const peers =
  `${who} Several models can answer one message: open the model’s name below the message field, choose **Also ask**, and tick ` +
  '**Demo · Careful** and **Demo · Quick**. Then send `peers` again. All three read side by side, none may change a file, and I ' +
  'write the one answer: who said what, where they agree, where they differ, and which calls that rests on.';

/** The next line of a scripted model in its part (rows F1, V4). */
export function lineFor(request: ModelRequest): Line {
  const scene = sceneOf(request);
  const role = roleOf(request);
  if (role === 'peer' || role === 'primary') return dispatchLine(personaOf(request), scene);
  if (role === 'synthesis') return { text: writtenFrom(answersIn(request)), wishes: [] };
  if (personaOf(request) !== 'guide') return dispatchLine(personaOf(request), scene);
  if (scene.goal === 'peers') return { text: peers, wishes: [] };
  const steps = beats.filter((beat) => beat.goals.includes(scene.goal));
  const files = [...scene.offered].some(isFileTool);
  if (!files && scene.calls.length === 0) return { text: noTools, wishes: [] };

  const heard = scene.fresh.flatMap((call) => {
    const beat = steps.find((each) => each.owns(call));
    return beat === undefined ? [] : [beat.after(call, scene)];
  });
  const opening = scene.calls.length === 0 ? [scene.goal === 'tour' ? hello : who] : [];
  const open = steps
    .filter((beat) => !scene.calls.some((call) => beat.owns(call)))
    .flatMap((beat) => beat.ask(scene) ?? [])
    .filter((ask) => scene.offered.has(ask.wish.tool));
  const [first, second] = open;
  if (first === undefined) return { text: [...opening, ...heard, closing(scene, steps)].join('\n\n'), wishes: [] };

  const pair = second !== undefined && together.has(first.wish.tool) && together.has(second.wish.tool);
  const now = pair ? [first, second] : [first];
  return {
    text: [...opening, ...heard, now.map((ask) => ask.say).join(' ')].join('\n\n'),
    wishes: now.map((ask) => ask.wish),
  };
}
