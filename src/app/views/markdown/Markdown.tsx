import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { LongText } from '../call/LongText.tsx';
import { Blocks } from './Block.tsx';
import { lex, type Lexed } from './lex.ts';
import './Markdown.css';

/** Beyond this a text is shown as it is written, a piece at a time: so many blocks would hold the page up. */
const mostChars = 512_000;

/** A model's text as Markdown (row X4). `growing`: it is still being written, so only its last block is read again. */
export function Markdown({ text, growing }: { readonly text: string; readonly growing: boolean }): JSX.Element {
  const lexed = useRef<Lexed | null>(null);
  if (text.length > mostChars) return <LongText text={text} label="A text too long for Markdown" />;
  lexed.current = lex(text, lexed.current, growing);
  return (
    <div class="markdown">
      <Blocks tokens={lexed.current.blocks} growing={growing} />
    </div>
  );
}
