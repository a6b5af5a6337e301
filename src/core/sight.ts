/** What is found out about a call before it is decided, and what may be told of it. */
import { decide } from './decide.ts';
import type { Asked } from './gate.ts';
import { pathArguments } from './grants.ts';
import { fail, ok, type Fault, type Outcome } from './outcome.ts';
import type { Facts } from './ports.ts';
import type { Tool } from './tool.ts';
import type { World } from './world.ts';
import { soFar, type Course } from './course.ts';

/** What the disk or the server says of a call; nothing is looked at for one that is rejected before its facts matter. */
export async function look(call: Asked, world: World): Promise<Outcome<Facts | null>> {
  const { tool, notOffered, broken } = world.rules(call);
  if (tool === null || notOffered !== null || broken !== null) return ok(null);
  return world.survey(call, tool);
}

/** What is known of a call that nothing was looked at for: enough for the rows that reject without it (row T4). */
export const unseen = (call: Asked, tool: Tool | null, fault: Fault): Facts => ({
  paths: tool === null ? [] : pathArguments(tool.name, call.args ?? {}),
  refused: null,
  kinds: [],
  blockedBy: null,
  secret: 'none',
  plan: null,
  fault,
});

/** What the model is told of a call that cannot be carried out: nothing of a file that reading would ask about (row G10). */
export function tellable(on: Course, facts: Facts, fault: Fault): Fault {
  return fault.code !== 'no-match' || mayRead(on, facts) ? fault : unquoted(facts);
}

/** Whether the call's file may be read to this caller without asking: a message that quotes it says no less. */
function mayRead(on: Course, facts: Facts): boolean {
  const read: Asked = { ...on.call, name: 'file_read', args: { path: facts.paths[0] ?? '' } };
  const seen = { ...facts, plan: null, fault: null };
  const rules = on.world.rules(read);
  return decide({ call: read, facts: seen, rules, answer: soFar(on), flow: null, approval: null }).verdict === 'run';
}

const unquoted = (facts: Facts): Fault => ({
  code: 'no-match',
  message: `old_text was not found in ${facts.paths[0] ?? 'the file'}. Nothing of the file is quoted here, since reading it needs the person’s word. Read it with file_read and copy the passage exactly.`,
});

/** Arguments that are no JSON object, or do not fit the schema: an error result, without a card (row V8, case 40). */
export async function unreadable(call: Asked, tool: Tool, world: World): Promise<ReturnType<typeof fail> | null> {
  if (call.args === null) {
    return fail(
      'bad-arguments',
      `The arguments are not one JSON object, so the call did not run. They may have been cut off. Send the whole call again. They ended with: ${JSON.stringify(call.raw.slice(-80))}`,
    );
  }
  const misfit = await world.misfit(tool, call.args);
  return misfit === null
    ? null
    : fail('bad-arguments', `The arguments do not fit the tool, so the call did not run. ${misfit}`);
}
