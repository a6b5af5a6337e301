import type { Asked } from '../../core/gate.ts';
import type { AnswerId } from '../../core/ids.ts';
import type { JsonObject } from '../../core/json.ts';
import { live } from '../../core/life.ts';
import { makeStop } from '../../core/stop.ts';
import type { Tool } from '../../core/tool.ts';
import type { Stamp, Stop, World } from '../../core/world.ts';
import type { Deps } from './deps.ts';
import type { Ledger } from './ledger.ts';

/** A call as the person makes it, from the tool console (row V4): the caller is "you", and it belongs to no answer. */
export const consoleCall = (chat: string, tool: Tool, args: JsonObject, deps: Deps): Asked => ({
  id: deps.id(),
  chat,
  answer: deps.id(),
  model: null,
  phase: 'console',
  turn: 1,
  name: deps.rulebook.now().catalog.names.get(tool.key) ?? tool.name,
  args,
  raw: JSON.stringify(args),
  parent: null,
});

/** What a console call stands on. */
export interface ConsoleGround {
  readonly ledger: Ledger;
  readonly deps: Deps;
  readonly project: string | null;
  /** The answer it is shown after. */
  leaf(): AnswerId | null;
  world(stop: Stop): World;
}

/** Takes a console call through the same gate as any other, and logs it. */
export async function runConsole(call: Asked, tool: Tool, ground: ConsoleGround): Promise<void> {
  const { ledger, deps, project } = ground;
  const stop = makeStop();
  const stamp: Stamp = { answer: call.answer, model: null, phase: 'console', turn: 1 };
  await ledger.append({ kind: 'began', to: null, project, after: ground.leaf(), system: '' }, stamp);
  const world = ground.world(stop);
  await ledger.append(
    {
      kind: 'proposed',
      call: call.id,
      parent: null,
      name: call.name,
      label: tool.label,
      tool: tool.key,
      server: world.rules(call).server?.name ?? null,
      args: call.args,
      raw: call.raw,
    },
    stamp,
  );
  await deps.alone(call.answer, true, () => live(call, world, { stamp, stop, declined: [], counted: () => 0 }));
  await ledger.append({ kind: 'closed', as: 'done', fault: null }, { ...stamp, turn: 0 });
}
