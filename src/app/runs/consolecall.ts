import type { Asked } from '../../core/gate.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Tool } from '../../core/tool.ts';
import type { Deps } from './deps.ts';

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
