/** Parts of this length or less the engine finds in any text in a moment. */
const short = 250;

/** For each place of the part, how much of its beginning ends there: where a search goes on after a mismatch. */
function bordersOf(part: string): Int32Array {
  const borders = new Int32Array(part.length);
  for (let at = 1, long = 0; at < part.length; at += 1) {
    while (long > 0 && part.charCodeAt(at) !== part.charCodeAt(long)) long = borders[long - 1] ?? 0;
    if (part.charCodeAt(at) === part.charCodeAt(long)) long += 1;
    borders[at] = long;
  }
  return borders;
}

/**
 * `text.replaceAll(part, by)` in a time that grows with the two and not with their product: the engine's own search for a
 * long part can be made to compare it anew at each place of the text, which with a few megabytes takes hours. `part` is not
 * empty.
 */
export function replaceEach(text: string, part: string, by: string): string {
  if (part.length > text.length) return text;
  if (part.length <= short) return text.replaceAll(part, () => by);
  // Most texts do not even hold its beginning.
  const first = text.indexOf(part.slice(0, short));
  if (first < 0) return text;
  const borders = bordersOf(part);
  const kept: string[] = [];
  let from = 0;
  for (let at = first, long = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    while (long > 0 && code !== part.charCodeAt(long)) long = borders[long - 1] ?? 0;
    if (code === part.charCodeAt(long)) long += 1;
    if (long < part.length) continue;
    kept.push(text.slice(from, at + 1 - part.length), by);
    from = at + 1;
    long = 0;
  }
  return from === 0 ? text : [...kept, text.slice(from)].join('');
}
