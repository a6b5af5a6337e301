/** Text of a settings file as data (row M8): JSON, JSON with comments, or YAML. */
import { limits } from '../../../core/limits.ts';
import { fail, ok, type Outcome } from '../../../core/outcome.ts';

/** Where the token that begins at `at` ends: a string, a comment, or one character. One pass, however broken the text is. */
function tokenEnd(text: string, at: number): number {
  const two = text.slice(at, at + 2);
  const until = (found: number, length: number): number => (found < 0 ? text.length : found + length);
  if (two === '//') return until(text.indexOf('\n', at), 0);
  if (two === '/*') return until(text.indexOf('*/', at + 2), 2);
  if (!two.startsWith('"')) return at + 1;
  let end = at + 1;
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  return end + 1;
}

/** JSON as editors keep it, with comments and trailing commas, as plain JSON. */
function plainJson(text: string): string {
  const out: string[] = [];
  let comma = -1;
  for (let at = 0; at < text.length;) {
    const end = tokenEnd(text, at);
    const token = text.slice(at, end);
    at = end;
    if (token.startsWith('//') || token.startsWith('/*')) continue;
    if (token === ',') comma = out.length;
    else if (token.trim() !== '') {
      if ((token === '}' || token === ']') && comma >= 0) out[comma] = '';
      comma = -1;
    }
    out.push(token);
  }
  return out.join('');
}

function json(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
}

const reason = (error: unknown): string =>
  error instanceof Error ? (error.message.split('\n')[0] ?? '').slice(0, 200) : 'it cannot be read';

/** The data of a file, and what it was written in. Fails with `bad-arguments`, or `too-large`. */
export async function readText(
  text: string,
): Promise<Outcome<{ readonly value: unknown; readonly format: 'JSON' | 'YAML' }>> {
  if (text.length > limits.exchange.chars)
    return fail('too-large', 'This is too long to be a list of servers: more than a million characters.');
  const bare = text.replace(/^\ufeff/, '').trim();
  if (bare === '')
    return fail('bad-arguments', 'There is nothing to read yet. Paste a list of servers, or choose a file.');
  const read = json(bare) ?? (/^[{[/]/.test(bare) ? json(plainJson(bare)) : null);
  if (read !== null) return ok({ value: read.value, format: 'JSON' });
  if (bare.length > limits.exchange.yamlChars)
    return fail(
      'too-large',
      `This is no JSON, and as YAML it is too long to be a list of servers: more than ${limits.exchange.yamlChars.toLocaleString('en')} characters.`,
    );
  try {
    const { parse } = await import('yaml');
    // Aliases multiply: a few lines could stand for more than the memory holds. Each key is not compared with all others,
    // which holds the page for minutes where there are many: the last of a name counts, as in JSON.
    const value: unknown = parse(bare, { maxAliasCount: 100, uniqueKeys: false, schema: 'core', logLevel: 'error' });
    if (typeof value === 'object' && value !== null) return ok({ value, format: 'YAML' });
    return fail('bad-arguments', 'This is neither JSON nor YAML with a list of servers.');
  } catch (error) {
    return fail('bad-arguments', `This is neither JSON nor YAML: ${reason(error)}. Check the text around there.`);
  }
}
