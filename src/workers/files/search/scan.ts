import type { Breath } from './breathe.ts';
import { excerpt } from './excerpt.ts';
import type { Expression } from './expression.ts';
import { pieces, wholeLine, type Reach } from './pieces.ts';

/** One line to show; `hit` is false for a line of context. */
export interface Line {
  readonly number: number;
  readonly text: string;
  readonly hit: boolean;
}

export interface Wanted {
  readonly expression: Expression;
  /** Lines of context before and after. */
  readonly context: number;
  /** Hits after which the file is left. */
  readonly most: number;
}

/**
 * Searches one file, whole or part by part, line by line: finds where a line may match, then asks the expression.
 * Every part but the last ends with a line break, unless it is given to `piece`.
 */
export class Scan {
  readonly lines: Line[] = [];
  hits = 0;
  /** More hits were there than wanted. */
  more = false;
  /** Lines shown in part, and lines searched in pieces. */
  cut = 0;
  pieced = 0;
  readonly #wanted: Wanted;
  readonly #breath: Breath;
  /** Number of the line that comes next. */
  #next = 1;
  /** Lines of context still to come after the last hit. */
  #owed = 0;
  /** The last lines of the part before, for context. */
  #tail: readonly Line[] = [];
  #hitInPiece = false;

  constructor(wanted: Wanted, breath: Breath) {
    this.#wanted = wanted;
    this.#breath = breath;
  }

  /** Searches whole lines; `more` tells when to stop feeding. */
  async feed(text: string): Promise<void> {
    const { expression, most } = this.#wanted;
    let at = 0;
    let number = this.#next;
    while (at < text.length && !this.more) {
      if (this.#breath.due) await this.#breath.pause();
      const likely = expression.seek(text, at);
      const start = likely < 0 ? text.length : startOf(text, likely);
      const skipped = linesBetween(text, at, start);
      this.#pay(text, at, start, number);
      this.#remember(text, at, start, number, skipped);
      number += skipped;
      if (likely < 0) break;
      const end = endOf(text, likely);
      const line = text.slice(start, end);
      const hit = await this.#find(this.#bare(line), wholeLine);
      if (hit < 0) this.#pass(number, line);
      else if (this.hits >= most) this.more = true;
      else this.#take(number, line, hit);
      number += 1;
      at = end + 1;
    }
    this.#next = number;
  }

  /** Searches a piece of one very long line; `ends`: it is the line's last piece. */
  async piece(text: string, reach: Reach): Promise<void> {
    if (reach.begins) {
      this.pieced += 1;
      this.#hitInPiece = false;
    }
    if (!this.#hitInPiece && !this.more) {
      const at = this.#likely(reach.ends ? this.#bare(text) : text, reach);
      if (at >= 0) {
        this.#hitInPiece = true;
        if (this.hits >= this.#wanted.most) this.more = true;
        else this.#take(this.#next, text, at, { before: !reach.begins, after: !reach.ends });
      }
      await this.#breath.pause();
    }
    if (!reach.ends) return;
    if (!this.#hitInPiece) this.#pass(this.#next, text);
    this.#next += 1;
  }

  /** A line, in pieces where it is longer than one run should take. */
  async #find(line: string, reach: Reach): Promise<number> {
    const { expression } = this.#wanted;
    if (line.length <= expression.window) return expression.find(line, reach);
    this.pieced += 1;
    for (const piece of pieces(line, expression.window)) {
      const hit = this.#likely(piece.text, piece.reach);
      await this.#breath.pause();
      if (hit >= 0) return piece.from + hit;
    }
    return -1;
  }

  /** A piece is asked first whether it holds what every hit holds. */
  #likely(text: string, reach: Reach): number {
    const { expression } = this.#wanted;
    return text === '' || expression.seek(text, 0) >= 0 ? expression.find(text, reach) : -1;
  }

  #bare(line: string): string {
    return this.#wanted.expression.keepsReturn ? line : withoutReturn(line);
  }

  #show(number: number, line: string, hit: boolean, at = 0, more = { before: false, after: false }): Line {
    const shown = excerpt(withoutReturn(line), at, more);
    if (shown.cut && hit) this.cut += 1;
    return { number, text: shown.text, hit };
  }

  #take(number: number, line: string, at: number, more = { before: false, after: false }): void {
    this.hits += 1;
    this.lines.push(...this.#tail, this.#show(number, line, true, at, more));
    this.#tail = [];
    this.#owed = this.#wanted.context;
  }

  /** A line without a hit: context of the hit before it, or perhaps of the next one. */
  #pass(number: number, line: string): void {
    if (this.#wanted.context === 0) return;
    const shown = this.#show(number, line, false);
    if (this.#owed > 0) {
      this.#owed -= 1;
      this.lines.push(shown);
    } else this.#tail = [...this.#tail, shown].slice(-this.#wanted.context);
  }

  /** Lines owed to the last hit, from those that were jumped over. */
  #pay(text: string, from: number, to: number, first: number): void {
    let at = from;
    let number = first;
    for (; this.#owed > 0 && at < to; number += 1) {
      const end = endOf(text, at);
      this.#pass(number, text.slice(at, end));
      at = end + 1;
    }
  }

  /** Of the lines that were jumped over, the last ones: context of the hit that may come next. */
  #remember(text: string, from: number, to: number, first: number, count: number): void {
    const { context } = this.#wanted;
    if (context === 0 || to <= from) return;
    const lastTaken = this.lines.at(-1)?.number ?? 0;
    const found: Line[] = [];
    let end = to;
    for (let number = first + count - 1; found.length < context && number > lastTaken && end > from; number -= 1) {
      const stop = text[end - 1] === '\n' ? end - 1 : end;
      const start = Math.max(from, startOf(text, stop));
      found.unshift(this.#show(number, text.slice(start, stop), false));
      end = start;
    }
    this.#tail = [...this.#tail, ...found].slice(-context);
  }
}

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line);

const startOf = (text: string, at: number): number => (at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1);

function endOf(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

/** Lines that begin in `[from, to)`, where both stand at a line's begin or `to` at the text's end. */
function linesBetween(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; count += 1) at = endOf(text, at) + 1;
  return count;
}
