/** From this length on the platform's own search may go quadratic on repetitive text; ours cannot. */
const longPattern = 64;

/**
 * Every place where `pattern` begins in `text`, overlapping ones too, in linear time (Knuth–Morris–Pratt for long
 * patterns). `pattern` is not empty.
 */
export function occurrences(text: string, pattern: string): number[] {
  const found: number[] = [];
  if (pattern.length < longPattern) {
    for (let at = text.indexOf(pattern); at !== -1; at = text.indexOf(pattern, at + 1)) found.push(at);
    return found;
  }
  if (pattern.length > text.length) return found;
  const back = borders(pattern);
  let matched = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    while (matched > 0 && pattern.charCodeAt(matched) !== unit) matched = back[matched - 1] as number;
    if (pattern.charCodeAt(matched) === unit) matched += 1;
    if (matched === pattern.length) {
      found.push(at + 1 - matched);
      matched = back[matched - 1] as number;
    }
  }
  return found;
}

/** For each prefix of the pattern, the length of its longest proper border. */
function borders(pattern: string): Int32Array {
  const back = new Int32Array(pattern.length);
  let length = 0;
  for (let at = 1; at < pattern.length; at += 1) {
    const unit = pattern.charCodeAt(at);
    while (length > 0 && pattern.charCodeAt(length) !== unit) length = back[length - 1] as number;
    if (pattern.charCodeAt(length) === unit) length += 1;
    back[at] = length;
  }
  return back;
}

/** Keeps the first of places that overlap, as a replacement of all would take them from the left. */
export function apart(places: readonly number[], length: number): number[] {
  const kept: number[] = [];
  let free = 0;
  for (const at of places) {
    if (at < free) continue;
    kept.push(at);
    free = at + length;
  }
  return kept;
}

/** 1-based line numbers of ascending places, counted in one pass. `stop` is what ends a line. */
export function lineNumbers(text: string, places: readonly number[], stop: '\n' | '\r'): number[] {
  let line = 1;
  let next = text.indexOf(stop);
  return places.map((at) => {
    while (next !== -1 && next < at) {
      line += 1;
      next = text.indexOf(stop, next + 1);
    }
    return line;
  });
}
