import { limits } from '../../core/limits.ts';
import { byteLength } from './encode.ts';

/** What a pager has gathered. */
export interface Page {
  readonly text: string;
  /** The last line that is in `text`; one less than the first asked where there is none. */
  readonly last: number;
  /** Lines seen so far, the unended last one included. */
  readonly seen: number;
  /** Lines that were cut at the limit of characters. */
  readonly cut: readonly { readonly line: number; readonly characters: number }[];
}

/**
 * Picks whole lines `from`–`to` out of text that comes in pieces of any size, holding no more of a line than may be shown
 * (rows P6 and the limits table). Full when the lines' or the bytes' limit is reached.
 */
export class Pager {
  readonly #parts: string[] = [];
  readonly #cut: { line: number; characters: number }[] = [];
  #line = 1;
  #kept = '';
  #length = 0;
  #bytes = 0;
  #last: number;
  #full = false;

  private readonly from: number;
  private readonly to: number;
  private readonly stop: '\n' | '\r';
  private readonly mostBytes: number;

  constructor(from: number, to: number, stop: '\n' | '\r', mostBytes: number) {
    this.from = from;
    this.to = to;
    this.stop = stop;
    this.mostBytes = mostBytes;
    this.#last = from - 1;
  }

  /** Whether nothing more can come in. */
  get done(): boolean {
    return this.#full || this.#line > this.to;
  }

  feed(text: string): void {
    let at = 0;
    while (at < text.length && !this.done) {
      const stop = text.indexOf(this.stop, at);
      const end = stop === -1 ? text.length : stop + 1;
      if (this.#line >= this.from) this.#hold(text, at, end);
      else this.#length += end - at;
      at = end;
      if (stop !== -1) this.#close();
    }
  }

  /** Ends the last line, where it has no ending of its own. */
  end(): Page {
    const open = this.#length > 0;
    const line = this.#line;
    if (open && !this.done) this.#close();
    return { text: this.#parts.join(''), last: this.#last, seen: open ? line : line - 1, cut: this.#cut };
  }

  #hold(text: string, at: number, end: number): void {
    // Two more than shown: a line ending may follow the last character.
    const room = limits.read.lineChars + 2 - this.#kept.length;
    if (room > 0) this.#kept += text.slice(at, Math.min(end, at + room));
    this.#length += end - at;
  }

  #close(): void {
    if (this.#line >= this.from) {
      const shown = this.#shown();
      const bytes = byteLength(shown, 'utf-8');
      if (
        this.#last >= this.from &&
        (this.#bytes + bytes > this.mostBytes || this.#line - this.from >= limits.read.lines)
      ) {
        this.#full = true;
        return;
      }
      this.#parts.push(shown);
      this.#bytes += bytes;
      this.#last = this.#line;
    }
    this.#line += 1;
    this.#kept = '';
    this.#length = 0;
  }

  #shown(): string {
    const body = this.#kept.replace(/\r?\n$|\r$/u, '');
    if (this.#length <= limits.read.lineChars + 2 && body.length <= limits.read.lineChars) return this.#kept;
    const characters = this.#length;
    this.#cut.push({ line: this.#line, characters });
    // Never half a surrogate pair at the cut.
    const start = body.slice(0, limits.read.lineChars).replace(/[\ud800-\udbff]$/u, '');
    return `${start}… [cut: this line has ${characters.toLocaleString('en')} characters]${this.stop}`;
  }
}
