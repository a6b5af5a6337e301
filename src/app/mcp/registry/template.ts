/** Templates of registry entries, `https://{tenant}.example.com/mcp` and `Bearer {token}`: their variables, and values put in. */
import { fail, ok, type Outcome } from '../../../core/outcome.ts';

const hole = /\{([A-Za-z0-9_.-]{1,100})\}/g;

/** The variables of a template, each once, in their order. */
export const holesOf = (template: string): string[] => [
  ...new Set(Array.from(template.matchAll(hole), (match) => match[1] ?? '')),
];

/** A template with each variable that `values` knows put in as it is. */
export const filled = (template: string, values: ReadonlyMap<string, string>): string =>
  template.replace(hole, (whole, name: string) => values.get(name) ?? whole);

const hostPart = /^[A-Za-z0-9.:-]*$/;
const wrong = (message: string): ReturnType<typeof fail> => fail('bad-arguments', message);

/** How a value is written at its place: as itself in the host, encoded everywhere behind it. */
function written(at: 'start' | 'host' | 'rest', name: string, value: string): Outcome<string> {
  if (at === 'rest') return ok(encodeURIComponent(value.replace(/\p{Surrogate}/gu, '\ufffd')));
  if (at === 'host')
    return hostPart.test(value)
      ? ok(value)
      : wrong(`“${name}” stands in the host of the address: only letters, digits, dots, hyphens and a port fit there.`);
  const given = URL.parse(value);
  return given !== null && /^https?:$/.test(given.protocol)
    ? ok(value.replace(/[/?#]+$/, ''))
    : wrong(`“${name}” is the beginning of the address: enter it with https:// or http://.`);
}

/** Where in the address a variable stands. One at the very start is the address's origin, which the person gives. */
function placeOf(template: string, at: number): 'start' | 'host' | 'rest' {
  const scheme = template.indexOf('://');
  if (scheme < 0 || at < scheme) return at === 0 ? 'start' : 'rest';
  const end = template.slice(scheme + 3).search(/[/?#]/);
  return end < 0 || at < scheme + 3 + end ? 'host' : 'rest';
}

const steps = (path: string): number => path.split('/').length;

/**
 * The address with its values. A value may fill its place and nothing else: it brings no other scheme, host, path, query
 * or user name with it. Fails with `bad-arguments`.
 */
export function filledUrl(template: string, values: ReadonlyMap<string, string>): Outcome<string> {
  let text = '';
  let from = 0;
  for (const match of template.matchAll(hole)) {
    const [name, at] = [match[1] ?? '', match.index];
    const part = written(placeOf(template, at), name, (values.get(name) ?? '').trim());
    if (!part.ok) return part;
    text += template.slice(from, at) + part.value;
    from = at + match[0].length;
  }
  text += template.slice(from);
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return wrong(`“${text.slice(0, 200)}” is no web address.`);
  if (url.username !== '' || url.password !== '') return wrong('The address holds a user name or password.');
  const path = text.replace(/^[^:]*:\/\/[^/?#]*/, '').replace(/[?#].*$/s, '');
  if (path !== '' && steps(url.pathname) !== steps(path))
    return wrong('A value of “.” or “..” would lead to another path of the server.');
  return ok(url.href);
}
