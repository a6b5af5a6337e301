/** A strict reading of a request to OpenAI's Responses API: what a picky endpoint would refuse (row V3). */
import { isObject } from '../../core/json.ts';

const toolName = /^[a-zA-Z0-9_-]{1,64}$/;
const known = new Set([
  'model',
  'instructions',
  'input',
  'stream',
  'store',
  'include',
  'reasoning',
  'tools',
  'tool_choice',
  'max_output_tokens',
]);

const isText = (value: unknown): value is string => typeof value === 'string';

function parses(text: unknown): boolean {
  try {
    return isText(text) && isObject(JSON.parse(text));
  } catch {
    return false;
  }
}

function contentFaults(at: string, content: unknown, kinds: readonly string[]): string[] {
  if (isText(content)) return content === '' ? [`${at}: empty`] : [];
  if (!Array.isArray(content) || content.length === 0) return [`${at}: no content`];
  return (content as unknown[]).flatMap((part) => {
    if (!isObject(part) || !kinds.includes(String(part['type']))) return [`${at}: a part of a wrong type`];
    if (part['type'] === 'input_image')
      return /^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+=*$/.test(String(part['image_url']))
        ? []
        : [`${at}: an image that is none`];
    const text = part['type'] === 'refusal' ? part['refusal'] : part['text'];
    return isText(text) ? [] : [`${at}: a part without text`];
  });
}

function toolFaults(tools: unknown): string[] {
  if (tools === undefined) return [];
  if (!Array.isArray(tools) || tools.length === 0) return ['tools is no list, or empty'];
  const names = new Set<string>();
  return (tools as unknown[]).flatMap((tool) => {
    if (!isObject(tool) || tool['type'] !== 'function') return ['a tool is no function'];
    const name = String(tool['name']);
    const schema = tool['parameters'];
    const faults = [
      ...(toolName.test(name) ? [] : [`tool ${name}: no valid name`]),
      ...(names.has(name) ? [`tool ${name}: offered twice`] : []),
      ...(isObject(schema) && schema['type'] === 'object' && isObject(schema['properties'])
        ? []
        : [`tool ${name}: parameters are no object schema`]),
      ...(typeof tool['strict'] === 'boolean' ? [] : [`tool ${name}: strict is not said`]),
    ];
    names.add(name);
    return faults;
  });
}

/** Every fault of a request's body; empty where the endpoint would take it. */
export function problems(body: unknown): string[] {
  if (!isObject(body)) return ['the body is no object'];
  const faults = Object.keys(body).flatMap((key) => (known.has(key) ? [] : [`unknown parameter ${key}`]));
  if (!isText(body['model']) || body['model'] === '') faults.push('no model');
  if (body['store'] !== false) faults.push('store is not off');
  if (body['instructions'] !== undefined && !isText(body['instructions'])) faults.push('instructions are no text');
  faults.push(...toolFaults(body['tools']));
  if (body['tool_choice'] !== undefined && body['tools'] === undefined) faults.push('tool_choice without tools');
  const { input } = body;
  if (!Array.isArray(input) || input.length === 0) return [...faults, 'input is no list, or empty'];
  const called = new Set<string>();
  const open = new Set<string>();
  let thinks = false;
  for (const [index, item] of (input as unknown[]).entries()) {
    const at = `input[${index}]`;
    if (!isObject(item)) {
      faults.push(`${at}: no object`);
      continue;
    }
    const type = isText(item['type']) ? item['type'] : 'message';
    if (
      thinks &&
      !((type === 'message' && item['role'] === 'assistant') || type === 'function_call' || type === 'reasoning')
    )
      faults.push(`${at}: a reasoning item without the item that follows it`);
    if (type !== 'reasoning') thinks = false;
    if (Object.values(item).includes(null)) faults.push(`${at}: a field is null`);
    if (type === 'message') {
      const own = item['role'] === 'assistant';
      // A model may say something between its calls.
      if (!own && open.size > 0) faults.push(`${at}: comes before the calls ${[...open].join(', ')} were answered`);
      if (!own && item['role'] !== 'user') faults.push(`${at}: the role ${String(item['role'])}`);
      faults.push(
        ...contentFaults(at, item['content'], own ? ['output_text', 'refusal'] : ['input_text', 'input_image']),
      );
      if (item['id'] !== undefined && !String(item['id']).startsWith('msg')) faults.push(`${at}: a foreign id`);
    } else if (type === 'function_call') {
      const id = item['call_id'];
      if (!isText(id) || id === '' || id.length > 64 || called.has(id)) faults.push(`${at}: no call_id of its own`);
      else {
        called.add(id);
        open.add(id);
      }
      if (!toolName.test(String(item['name']))) faults.push(`${at}: no valid name`);
      if (!parses(item['arguments'])) faults.push(`${at}: arguments that are no JSON object in text`);
    } else if (type === 'function_call_output') {
      if (!open.delete(String(item['call_id']))) faults.push(`${at}: answers a call that does not wait`);
      faults.push(...contentFaults(at, item['output'], ['input_text', 'input_image']));
    } else if (type === 'reasoning') {
      thinks = true;
      if (!Array.isArray(item['summary'])) faults.push(`${at}: no summary`);
      if (!isText(item['encrypted_content']) || item['encrypted_content'] === '')
        faults.push(`${at}: thoughts without their seal`);
    } else faults.push(`${at}: the type ${type}`);
  }
  if (thinks) faults.push('a reasoning item is the last');
  if (open.size > 0) faults.push(`the calls ${[...open].join(', ')} are never answered`);
  return faults;
}
