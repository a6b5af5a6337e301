/** A strict reading of a request to OpenAI's chat completions: what a picky endpoint would refuse (row V3). */
import { isObject } from '../../core/json.ts';

const toolName = /^[a-zA-Z0-9_-]{1,64}$/;
const roles = new Set(['system', 'user', 'assistant', 'tool']);
const isText = (value: unknown): value is string => typeof value === 'string';

function parses(text: unknown): boolean {
  try {
    return isText(text) && isObject(JSON.parse(text));
  } catch {
    return false;
  }
}

function contentFaults(at: string, message: Readonly<Record<string, unknown>>): string[] {
  const { content, role } = message;
  const calls = Array.isArray(message['tool_calls']) && message['tool_calls'].length > 0;
  if (role === 'assistant' && calls && (content === null || content === undefined || content === '')) return [];
  if (isText(content)) return content === '' ? [`${at}: empty`] : [];
  if (!Array.isArray(content) || content.length === 0) return [`${at}: no content`];
  return (content as unknown[]).flatMap((part) => {
    if (!isObject(part)) return [`${at}: a part is no object`];
    if (part['type'] === 'text') return isText(part['text']) ? [] : [`${at}: a part without text`];
    if (part['type'] === 'thinking' && role === 'assistant') return [];
    if (part['type'] !== 'image_url' || role !== 'user') return [`${at}: a part of the type ${String(part['type'])}`];
    const image = part['image_url'];
    return isObject(image) && /^data:image\/[a-z]+;base64,/.test(String(image['url']))
      ? []
      : [`${at}: an image that is none`];
  });
}

function callFaults(at: string, calls: unknown, seen: Set<string>, open: Set<string>): string[] {
  if (!Array.isArray(calls) || calls.length === 0) return [`${at}: tool_calls is no list, or empty`];
  return (calls as unknown[]).flatMap((call) => {
    const made = isObject(call) ? call : {};
    const what = isObject(made['function']) ? made['function'] : {};
    const id = made['id'];
    const faults: string[] = [];
    if (made['type'] !== 'function') faults.push(`${at}: a call that is no function`);
    if (!isText(id) || !/^[a-zA-Z0-9_-]{1,40}$/.test(id) || seen.has(id)) faults.push(`${at}: no id of its own`);
    else {
      seen.add(id);
      open.add(id);
    }
    if (!toolName.test(String(what['name']))) faults.push(`${at}: no valid name`);
    if (!parses(what['arguments'])) faults.push(`${at}: arguments that are no JSON object in text`);
    return faults;
  });
}

function toolFaults(tools: unknown): string[] {
  if (tools === undefined) return [];
  if (!Array.isArray(tools) || tools.length === 0) return ['tools is no list, or empty'];
  const names = new Set<string>();
  return (tools as unknown[]).flatMap((tool) => {
    const what = isObject(tool) && tool['type'] === 'function' && isObject(tool['function']) ? tool['function'] : null;
    if (what === null) return ['a tool is no function'];
    const name = String(what['name']);
    const schema = what['parameters'];
    const faults = [
      ...(toolName.test(name) ? [] : [`tool ${name}: no valid name`]),
      ...(names.has(name) ? [`tool ${name}: offered twice`] : []),
      ...(isObject(schema) && schema['type'] === 'object' ? [] : [`tool ${name}: parameters are no object schema`]),
    ];
    names.add(name);
    return faults;
  });
}

/** Every fault of a request's body; empty where the endpoint would take it. */
export function problems(body: unknown): string[] {
  if (!isObject(body)) return ['the body is no object'];
  const faults = toolFaults(body['tools']);
  if (!isText(body['model']) || body['model'] === '') faults.push('no model');
  if (body['tool_choice'] !== undefined && body['tools'] === undefined) faults.push('tool_choice without tools');
  const { messages } = body;
  if (!Array.isArray(messages) || messages.length === 0) return [...faults, 'messages is no list, or empty'];
  const seen = new Set<string>();
  const open = new Set<string>();
  let before = '';
  for (const [index, each] of (messages as unknown[]).entries()) {
    const at = `messages[${index}]`;
    const message = isObject(each) ? each : {};
    const role = String(message['role']);
    if (!roles.has(role)) faults.push(`${at}: the role ${role}`);
    if (role === 'system' && index > 0) faults.push(`${at}: a system message that is not the first`);
    if (role === before && role !== 'tool') faults.push(`${at}: two ${role} messages in a row`);
    if (role === 'tool') {
      if (!open.delete(String(message['tool_call_id']))) faults.push(`${at}: answers a call that does not wait`);
    } else if (open.size > 0) {
      faults.push(`${at}: comes before the calls ${[...open].join(', ')} were answered`);
      open.clear();
    }
    faults.push(...contentFaults(at, message));
    if (message['tool_calls'] !== undefined)
      faults.push(
        ...(role === 'assistant' ? callFaults(at, message['tool_calls'], seen, open) : [`${at}: calls out of place`]),
      );
    before = role;
  }
  if (open.size > 0) faults.push(`the calls ${[...open].join(', ')} are never answered`);
  return faults;
}
