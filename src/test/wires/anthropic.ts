/** A strict reading of a request to Anthropic's Messages API: what it would refuse (row V3). */
import { isObject, type JsonObject } from '../../core/json.ts';

const objects = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);
const id = /^[a-zA-Z0-9_-]+$/;
const isBlank = (value: unknown): boolean => typeof value !== 'string' || value.trim() === '';

/** The same ids, each once, in any order. */
const sameIds = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && new Set(a).size === a.length && a.every((one) => b.includes(one));

/** All that is wrong with a body, in words; empty where the API takes it. */
export function problems(body: unknown): string[] {
  if (!isObject(body)) return ['no object'];
  const wrong: string[] = [];
  const check = (fine: boolean, text: string): void => void (fine || wrong.push(text));
  const messages = objects(body['messages']);
  const tools = objects(body['tools']);
  check(typeof body['max_tokens'] === 'number' && body['max_tokens'] > 0, 'max_tokens is missing');
  check(messages.length > 0, 'no messages');
  check(messages.at(-1)?.['role'] === 'user', 'the last message is not the user’s');
  const seen = new Set<unknown>();
  let open: unknown[] = [];
  messages.forEach((message, at) => {
    const role = at % 2 === 0 ? 'user' : 'assistant';
    check(message['role'] === role, `message ${at} is not the ${role}’s`);
    const content = objects(message['content']);
    check(content.length > 0, `message ${at} is empty`);
    const results = content.filter(({ type }) => type === 'tool_result');
    const answered = results.map((result) => result['tool_use_id']);
    check(sameIds(answered, open), `message ${at}: calls and results differ`);
    check(
      content.slice(0, results.length).every(({ type }) => type === 'tool_result'),
      `message ${at}: results are not first`,
    );
    open = content.filter(({ type }) => type === 'tool_use').map((use) => use['id']);
    for (const one of open) {
      check(typeof one === 'string' && id.test(one) && !seen.has(one), `message ${at}: id ${String(one)}`);
      seen.add(one);
    }
    const allowed = role === 'user' ? /^(text|image|tool_result)$/ : /^(text|thinking|redacted_thinking|tool_use)$/;
    for (const block of [...content, ...results.flatMap((result) => objects(result['content']))]) {
      check(allowed.test(String(block['type'])), `message ${at}: a block of ${String(block['type'])}`);
      check(block['type'] !== 'text' || !isBlank(block['text']), `message ${at}: an empty text`);
      check(block['type'] !== 'thinking' || !isBlank(block['signature']), `message ${at}: an unsigned thought`);
      check(block['type'] !== 'tool_use' || isObject(block['input']), `message ${at}: input is no object`);
      check(!('cache_control' in block) || !/thinking/.test(String(block['type'])), `message ${at}: a marked thought`);
    }
    const last = content.at(-1);
    check(role === 'user' || !/thinking/.test(String(last?.['type'])), `message ${at} ends in a thought`);
    const call = content.findIndex(({ type }) => type === 'tool_use');
    check(
      call < 0 || content.slice(call).every(({ type }) => type === 'tool_use'),
      `message ${at}: something after a call`,
    );
  });
  check(open.length === 0, 'calls without results at the end');
  check(seen.size === 0 || tools.length > 0, 'calls, but no tools are declared');
  const names = tools.map((tool) => tool['name']);
  check(new Set(names).size === names.length, 'two tools of one name');
  for (const tool of tools) {
    const schema = tool['input_schema'];
    check(typeof tool['name'] === 'string' && /^[a-zA-Z0-9_-]{1,64}$/.test(tool['name']), 'a tool’s name');
    check(
      isObject(schema) && schema['type'] === 'object' && !('anyOf' in schema || 'oneOf' in schema),
      'a tool’s schema',
    );
  }
  const marks = JSON.stringify(body).split('"cache_control"').length - 1;
  check(marks <= 4, `${marks} cache marks`);
  return wrong;
}
