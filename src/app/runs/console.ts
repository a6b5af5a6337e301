import type { Asked } from '../../core/gate.ts';
import type { AnswerId } from '../../core/ids.ts';
import { live } from '../../core/life.ts';
import { makeStop } from '../../core/stop.ts';
import type { Tool } from '../../core/tool.ts';
import type { Stamp, Stop } from '../../core/world.ts';
import type { Deps } from './deps.ts';
import type { Ledger } from './ledger.ts';
import { makeWorld, type Ground } from './world.ts';

/** What a console call stands on. */
export interface ConsoleGround {
  readonly ledger: Ledger;
  readonly deps: Deps;
  readonly project: string | null;
  /** The answer it is shown after. */
  leaf(): AnswerId | null;
  groundOf(stop: Stop): Ground;
}

/** Takes a console call through the same gate as any other, and logs it. */
export async function runConsole(call: Asked, tool: Tool, ground: ConsoleGround): Promise<void> {
  const { ledger, deps, project } = ground;
  const stop = makeStop();
  const stamp: Stamp = { answer: call.answer, model: null, phase: 'console', turn: 1 };
  await ledger.append({ kind: 'began', to: null, project, after: ground.leaf(), system: '' }, stamp);
  const world = makeWorld(ground.groundOf(stop));
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
