/** A strict reading of an OpenAI-compatible request: what a picky endpoint would refuse (row V3). */

interface Message {
  readonly role?: unknown;
  readonly content?: unknown;
  readonly tool_calls?: unknown;
  readonly tool_call_id?: unknown;
}

const toolName = /^[a-zA-Z0-9_-]{1,64}$/;
const roles = new Set(['system', 'developer', 'user', 'assistant', 'tool']);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parsesAsObject(text: unknown): boolean {
  if (typeof text !== 'string') return false;
  try {
    return isRecord(JSON.parse(text));
  } catch {
    return false;
  }
}

/** The faults of one assistant's calls; the ids they open are returned through `open`. */
function callFaults(at: string, calls: readonly unknown[], seen: Set<string>, open: Set<string>): string[] {
  const faults: string[] = [];
  if (calls.length === 0) faults.push(`${at}: tool_calls is empty`);
  for (const call of calls) {
    const made = isRecord(call) ? call : {};
    const what = isRecord(made['function']) ? made['function'] : {};
    const id = made['id'];
    if (made['type'] !== 'function') faults.push(`${at}: a call's type is not "function"`);
    if (typeof id !== 'string' || id === '') faults.push(`${at}: a call has no id`);
    else if (seen.has(id)) faults.push(`${at}: the id ${id} is used twice`);
    else {
      seen.add(id);
      open.add(id);
    }
    if (typeof what['name'] !== 'string' || !toolName.test(what['name'])) {
      faults.push(`${at}: "${String(what['name'])}" is no valid tool name`);
    }
    if (!parsesAsObject(what['arguments'])) faults.push(`${at}: arguments are not a JSON object in text`);
  }
  return faults;
}

function contentFaults(at: string, message: Message): string[] {
  const { content, role } = message;
  if (role === 'assistant') {
    const empty = content === undefined || content === null || content === '';
    return empty && message.tool_calls === undefined ? [`${at}: an assistant says nothing and calls nothing`] : [];
  }
  if (typeof content === 'string') return [];
  if (Array.isArray(content) && content.length > 0) return [];
  return [`${at}: a ${String(role)} message has no content`];
}

/** Every fault in `messages`: roles, order, ids answered exactly once right after, arguments that parse. */
export function historyFaults(messages: unknown): string[] {
  if (!Array.isArray(messages) || messages.length === 0) return ['messages is no list, or empty'];
  const faults: string[] = [];
  const seen = new Set<string>();
  const open = new Set<string>();
  for (const [index, message] of (messages as Message[]).entries()) {
    const at = `messages[${index}]`;
    const role = String(message.role);
    if (!roles.has(role)) faults.push(`${at}: "${role}" is no role`);
    if (role === 'tool') {
      const id = String(message.tool_call_id);
      if (!open.delete(id)) faults.push(`${at}: answers ${id}, which is not waiting for an answer`);
    } else if (open.size > 0) {
      faults.push(`${at}: comes before the calls ${[...open].join(', ')} were answered`);
      open.clear();
    }
    if ((role === 'system' || role === 'developer') && index > 0) faults.push(`${at}: a ${role} message is not first`);
    faults.push(...contentFaults(at, message));
    if (message.tool_calls !== undefined) {
      if (role !== 'assistant' || !Array.isArray(message.tool_calls)) faults.push(`${at}: tool_calls out of place`);
      else faults.push(...callFaults(at, message.tool_calls, seen, open));
    }
  }
  if (open.size > 0) faults.push(`the calls ${[...open].join(', ')} are never answered`);
  if ((messages.at(-1) as Message).role === 'assistant') faults.push('the last message is the assistant’s own');
  return faults;
}

/** Every fault in a request's `tools`: valid unique names, a description, an object schema (row T5). */
export function toolFaults(tools: unknown): string[] {
  if (tools === undefined) return [];
  if (!Array.isArray(tools) || tools.length === 0) return ['tools is no list, or empty'];
  const faults: string[] = [];
  const names = new Set<string>();
  for (const tool of tools as unknown[]) {
    const made = isRecord(tool) ? tool : {};
    const what = isRecord(made['function']) ? made['function'] : {};
    const name = String(what['name']);
    if (made['type'] !== 'function') faults.push(`tool ${name}: its type is not "function"`);
    if (!toolName.test(name)) faults.push(`tool ${name}: not a valid name`);
    if (names.has(name)) faults.push(`tool ${name}: offered twice`);
    names.add(name);
    const schema = what['parameters'];
    if (!isRecord(schema) || schema['type'] !== 'object') faults.push(`tool ${name}: parameters are no object schema`);
  }
  return faults;
}
