import { Lexer, type MarkedToken, type Token, type TokensList } from 'marked';
import { guarded, inlineFits } from './guard.ts';

/** A Markdown text taken apart. Blocks that did not change keep their identity, so that they are not drawn again. */
export interface Lexed {
  /** As it was given, before it was guarded. */
  readonly text: string;
  readonly source: string;
  readonly blocks: readonly Token[];
  /** Blocks before this one cannot change any more while text is only added; `settled` is their length in `source`. */
  readonly open: number;
  readonly settled: number;
  readonly links: TokensList['links'];
  /** The text's end was too long to be read while it grows, and stands as it is written. */
  readonly raw: boolean;
}

/** Narrows a token of the plain lexer to the ones it can give; with no extensions there are no others. */
export const known = (token: Token): MarkedToken => token as MarkedToken;

function lexAll(source: string, links: TokensList['links']): TokensList {
  const lexer = new Lexer({ gfm: true, breaks: false });
  lexer.tokens.links = { ...links };
  try {
    lexer.blockTokens(source, lexer.tokens);
    for (const { src, tokens } of lexer.inlineQueue) {
      if (inlineFits(src)) lexer.inlineTokens(src, tokens);
      else tokens.push({ type: 'text', raw: src, text: src, escaped: false });
    }
    return lexer.tokens;
  } catch {
    // Deeper than the stack: the text as it is, rather than nothing.
    const plain: Token[] = [
      { type: 'paragraph', raw: source, text: source, tokens: [{ type: 'text', raw: source, text: source }] },
    ];
    return Object.assign(plain, { links: {} });
  }
}

/**
 * Where the blocks begin that more text may still change: two blank lines back. One is not enough, since what follows a
 * list ("1", then "1.") may turn out to be part of it.
 */
function openFrom(blocks: readonly Token[]): number {
  let gaps = 0;
  for (let at = blocks.length - 1; at > 0; at -= 1) {
    const apart = blocks[at]?.type !== 'space' && blocks[at - 1]?.type === 'space';
    if (apart && (gaps += 1) === 2) return at;
  }
  return 0;
}

function settle(text: string, source: string, kept: readonly Token[], fresh: TokensList, keptLength: number): Lexed {
  const blocks = [...kept, ...fresh];
  const open = Math.max(kept.length, openFrom(blocks));
  const closed = fresh.slice(0, open - kept.length).map((block) => block.raw);
  const sure = closed.join('');
  // Where the lexer's raw texts do not add up to the source, nothing is taken as settled.
  return source.startsWith(sure, keptLength)
    ? { text, source, blocks, open, settled: keptLength + sure.length, links: fresh.links, raw: false }
    : { text, source, blocks, open: 0, settled: 0, links: {}, raw: false };
}

/** A block that grows beyond this is read once it is whole: reading a long list at every word would hold the page up. */
const mostTail = 64_000;

const asWritten = (text: string, source: string, { blocks, open, settled, links }: Lexed): Lexed => {
  const tail = source.slice(settled);
  const plain: Token = { type: 'paragraph', raw: tail, text: tail, tokens: [{ type: 'text', raw: tail, text: tail }] };
  return { text, source, blocks: [...blocks.slice(0, open), plain], open, settled, links, raw: true };
};

const nothing: Lexed = { text: '', source: '', blocks: [], open: 0, settled: 0, links: {}, raw: false };

/** The guarded text; where it only adds to the one before, just the lines from its last one on are looked at. */
function guardedOn(text: string, before: Lexed | null): string {
  if (before === null || !text.startsWith(before.text) || text.includes('\r')) return guarded(text);
  // Guarding changes no line's number: what stands before the last line break is the same in both.
  const [given, kept] = [before.text.lastIndexOf('\n') + 1, before.source.lastIndexOf('\n') + 1];
  return before.source.slice(0, kept) + guarded(text.slice(given));
}

/**
 * Takes a text apart; where it only adds to the one before, just its last block and what is new are looked at, so that
 * a growing answer costs its tail and not its length.
 */
export function lex(text: string, before: Lexed | null, growing = false): Lexed {
  const source = guardedOn(text, before);
  if (before !== null && before.source === source && (growing || !before.raw)) return before;
  if (growing) {
    const base = before !== null && source.startsWith(before.source.slice(0, before.settled)) ? before : nothing;
    if (source.length - base.settled > mostTail) return asWritten(text, source, base);
  }
  if (before !== null && before.settled > 0 && source.startsWith(before.source.slice(0, before.settled))) {
    const fresh = lexAll(source.slice(before.settled), before.links);
    // A definition reaches back into blocks that are settled already.
    if (!fresh.some((token) => token.type === 'def')) {
      return settle(text, source, before.blocks.slice(0, before.open), fresh, before.settled);
    }
  }
  return settle(text, source, [], lexAll(source, {}), 0);
}
