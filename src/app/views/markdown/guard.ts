/** Containers (quotes, lists) that one line may open; deeper ones are shown as the text they are. */
const mostContainers = 24;
/** Blanks before a list or quote marker; more would nest hundreds of lists. */
const mostIndent = 120;
/** Beyond these an inline text is not looked through for emphasis and links: the lexer needs quadratic time for some. */
const mostInline = 16_000;
const mostRun = 1_500;

const prefix = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])))+/gmu;
const marker = />|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])/gu;

function shallow(line: string): string {
  const blanks = /^[ \t]*/u.exec(line)?.[0].length ?? 0;
  const kept = blanks > mostIndent ? line.slice(blanks - mostIndent) : line;
  if (kept.length <= mostContainers) return kept;
  let count = 0;
  for (const found of kept.matchAll(marker)) {
    count += 1;
    if (count > mostContainers) return `${kept.slice(0, found.index)}\\${kept.slice(found.index)}`;
  }
  return kept;
}

/** The text with one sort of line end and no line that nests deeper than a stack can follow (row X4: 5,000 `>`). */
export const guarded = (text: string): string => text.replace(/\r\n?/gu, '\n').replace(prefix, shallow);

const longRun = new RegExp(`\\S{${mostRun}}`, 'u');
/** Whether an inline text is small enough to be looked through. */
export const inlineFits = (text: string): boolean => text.length <= mostInline && !longRun.test(text);
