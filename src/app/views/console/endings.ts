/** A text cut into lines that keep their line breaks. */
const broken = (text: string): readonly string[] => text.match(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+/gu) ?? [];
const plain = (text: string): string => text.replaceAll(/\r\n?/gu, '\n');
const endOf = (line: string): string => /(?:\r\n|\n|\r)?$/u.exec(line)?.[0] ?? '';

/**
 * A text area turns every line break into "\n". Given the text it started with, this puts back what was not touched,
 * and gives new lines the line break of the line they follow.
 */
export function withEndings(text: string, before: string): string {
  if (!before.includes('\r')) return text;
  const old = broken(before);
  const now = broken(text);
  const same = (a: string | undefined, b: string | undefined): boolean =>
    a !== undefined && b !== undefined && plain(a) === plain(b);
  const shorter = Math.min(old.length, now.length);
  let head = 0;
  while (head < shorter && same(old[head], now[head])) head += 1;
  let tail = 0;
  while (tail < shorter - head && same(old.at(-1 - tail), now.at(-1 - tail))) tail += 1;

  let end = endOf(old[head - 1] ?? old[0] ?? '');
  const middle = now.slice(head, now.length - tail).map((line, at) => {
    end = endOf(old[head + at] ?? '') || end || '\n';
    return line.endsWith('\n') ? line.slice(0, -1) + end : line;
  });
  let joined = '';
  for (const line of [...old.slice(0, head), ...middle, ...old.slice(old.length - tail)]) {
    // "\r" before an empty line that ends with "\n" would become one break of the two.
    joined += joined.endsWith('\r') && line === '\n' ? '\r\n' : line;
  }
  return joined;
}
