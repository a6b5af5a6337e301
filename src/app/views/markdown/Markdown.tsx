import type { Token } from 'marked';
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Button } from '../../ui/Button.tsx';
import { memo } from '../../ui/memo.tsx';
import { LongText } from '../call/LongText.tsx';
import { Blocks } from './Block.tsx';
import { lex, type Lexed } from './lex.ts';
import './Markdown.css';

/** Beyond this a text is shown as it is written, a piece at a time: so many blocks would hold the page up. */
const mostChars = 512_000;

/** Blocks that are drawn, laid out and painted as one once they are whole: a long answer costs its last few, not all. */
const groupSize = 16;
/** Of a text that still grows, so many groups are drawn at the least where there are more than twice as many. */
const tail = 24;

const Group = memo(({ tokens, growing }: { readonly tokens: readonly Token[]; readonly growing: boolean }) => (
  <div class="blocks">
    <Blocks tokens={tokens} growing={growing} />
  </div>
));

/** The first group that is drawn: the beginning of a very long text comes back when it is whole, or when it is asked for. */
const firstOf = (groups: number): number => Math.max(0, Math.floor(groups / tail) - 1) * tail;

/**
 * A model's text as Markdown (row X4). `growing`: it is still being written, so only its last block is read again, and
 * however long it is, a word costs no more than in one of some 60 KB (row F1).
 */
export function Markdown({ text, growing }: { readonly text: string; readonly growing: boolean }): JSX.Element {
  const lexed = useRef<Lexed | null>(null);
  const [whole, setWhole] = useState(false);
  if (text.length > mostChars) return <LongText text={text} label="A text too long for Markdown" />;
  lexed.current = lex(text, lexed.current, growing);
  const { blocks } = lexed.current;
  const count = Math.ceil(blocks.length / groupSize);
  const first = growing && !whole ? firstOf(count) : 0;
  const groups: JSX.Element[] = [];
  for (let at = first; at < count; at += 1) {
    const tokens = blocks.slice(at * groupSize, (at + 1) * groupSize);
    groups.push(<Group key={at} tokens={tokens} growing={growing && at === count - 1} />);
  }
  return (
    <div class="markdown">
      {first === 0 ? null : (
        <Button key="before" class="before" small onClick={() => setWhole(true)}>
          Show what came before
        </Button>
      )}
      {groups}
    </div>
  );
}
