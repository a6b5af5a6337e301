/** A strict reading of a request to Google's generateContent: what it would refuse (row V3). */
import { isObject, type JsonObject } from '../../core/json.ts';

const objects = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);
const types = ['STRING', 'NUMBER', 'INTEGER', 'BOOLEAN', 'ARRAY', 'OBJECT'];
const words = new Set(
  'type format description nullable enum items minItems maxItems properties required minLength maxLength minimum maximum anyOf'.split(
    ' ',
  ),
);

/** All that is wrong with a compiled schema. */
export function schemaProblems(schema: unknown, at = 'schema'): string[] {
  if (!isObject(schema)) return [`${at} is no object`];
  const wrong = Object.keys(schema).flatMap((key) => (words.has(key) ? [] : [`${at}: ${key}`]));
  if (Array.isArray(schema['anyOf'])) {
    if (Object.keys(schema).length > 1) wrong.push(`${at}: something beside anyOf`);
    return [...wrong, ...schema['anyOf'].flatMap((one, n) => schemaProblems(one, `${at}|${n}`))];
  }
  const { type, properties, required } = schema;
  if (typeof type !== 'string' || !types.includes(type)) wrong.push(`${at}: type ${JSON.stringify(type)}`);
  if ('enum' in schema && (type !== 'STRING' || objects(schema['enum']).length > 0)) wrong.push(`${at}: enum`);
  if (Array.isArray(schema['enum']) && !schema['enum'].every((one) => typeof one === 'string' && one !== ''))
    wrong.push(`${at}: enum values`);
  if (type === 'ARRAY') wrong.push(...schemaProblems(schema['items'], `${at}[]`));
  if (properties !== undefined && (!isObject(properties) || Object.keys(properties).length === 0))
    wrong.push(`${at}: empty properties`);
  const inner = isObject(properties) ? properties : {};
  if (Array.isArray(required) && !required.every((one) => typeof one === 'string' && Object.hasOwn(inner, one)))
    wrong.push(`${at}: required`);
  return [...wrong, ...Object.entries(inner).flatMap(([key, one]) => schemaProblems(one, `${at}.${key}`))];
}

/** All that is wrong with a body, in words; empty where the API takes it. */
export function problems(body: unknown): string[] {
  if (!isObject(body)) return ['no object'];
  const wrong: string[] = [];
  const check = (fine: boolean, text: string): void => void (fine || wrong.push(text));
  const contents = objects(body['contents']);
  check(contents.at(0)?.['role'] === 'user', 'the first content is not the user’s');
  let open: JsonObject[] = [];
  contents.forEach((content, at) => {
    const { role } = content;
    const parts = objects(content['parts']);
    check(role === 'user' || role === 'model', `content ${at}: role`);
    check(role !== 'model' || contents[at - 1]?.['role'] === 'user', `content ${at} follows the model’s own`);
    check(parts.length > 0, `content ${at} is empty`);
    const responses = parts.map((part) => part['functionResponse']).filter(isObject);
    const ids = (list: readonly JsonObject[]): string => JSON.stringify(list.map((one) => [one['id'], one['name']]));
    check(ids(responses) === ids(open), `content ${at}: calls and responses differ`);
    check(responses.length === 0 || responses.length === parts.length, `content ${at}: something beside responses`);
    open = parts.map((part) => part['functionCall']).filter(isObject);
    check(open.length === 0 || role === 'model', `content ${at}: a call of the user’s`);
    for (const call of open) check(isObject(call['args']), `content ${at}: args`);
    for (const part of parts) {
      const kinds = ['text', 'inlineData', 'functionCall', 'functionResponse'].filter((kind) => kind in part);
      check(kinds.length === 1, `content ${at}: a part of ${kinds.join('+')}`);
      check(part['text'] !== '' || 'thoughtSignature' in part, `content ${at}: an empty text`);
    }
  });
  check(open.length === 0, 'calls without responses at the end');
  const declared = objects(body['tools']).flatMap((tool) => objects(tool['functionDeclarations']));
  for (const tool of declared) {
    check(typeof tool['name'] === 'string' && /^[a-zA-Z_][\w.-]{0,63}$/.test(tool['name']), 'a tool’s name');
    if ('parameters' in tool) wrong.push(...schemaProblems(tool['parameters'], String(tool['name'])));
  }
  return wrong;
}
