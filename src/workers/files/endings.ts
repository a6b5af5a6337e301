/** Line endings (rows P6 and P7). A lone CR ends a line only in a text that has no LF at all (old Mac files). */
export type Ending = '\n' | '\r\n' | '\r';

export interface Endings {
  readonly lf: number;
  readonly crlf: number;
  /** Lone CRs. */
  readonly cr: number;
}

export function countEndings(text: string): Endings {
  let lf = 0;
  let crlf = 0;
  let cr = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    if (at > 0 && text.charCodeAt(at - 1) === 13) crlf += 1;
    else lf += 1;
  }
  for (let at = text.indexOf('\r'); at !== -1; at = text.indexOf('\r', at + 1)) cr += 1;
  return { lf, crlf, cr: cr - crlf };
}

/** The ending most lines have; LF where there is none, or as many of both. */
export function dominant({ lf, crlf, cr }: Endings): Ending {
  if (lf === 0 && crlf === 0) return cr > 0 ? '\r' : '\n';
  return crlf > lf ? '\r\n' : '\n';
}

const names: Readonly<Record<Ending, string>> = { '\n': 'LF', '\r\n': 'CRLF', '\r': 'CR' };

/** For a person: "LF", "CRLF", "CR", "mixed (mostly CRLF)" or "none". */
export function endingName(endings: Endings): string {
  const kinds = [endings.lf, endings.crlf].filter((count) => count > 0).length;
  if (kinds === 0 && endings.cr === 0) return 'none';
  const name = names[dominant(endings)];
  return kinds > 1 ? `mixed (mostly ${name})` : name;
}

/** How many lines an editor would number: a last line without an ending counts, an empty rest does not. */
export function countLines(text: string): number {
  if (text === '') return 0;
  const { lf, crlf, cr } = countEndings(text);
  const breaks = lf + crlf === 0 ? cr : lf + crlf;
  const ended = text.endsWith('\n') || (lf + crlf === 0 && text.endsWith('\r'));
  return breaks + (ended ? 0 : 1);
}

/** The lines of a text, each with its ending, so that joining them gives the text back. */
export function splitLines(text: string): string[] {
  const lines: string[] = [];
  const stop = text.includes('\n') ? '\n' : '\r';
  let from = 0;
  for (let at = text.indexOf(stop); at !== -1; at = text.indexOf(stop, from)) {
    lines.push(text.slice(from, at + 1));
    from = at + 1;
  }
  if (from < text.length) lines.push(text.slice(from));
  return lines;
}
