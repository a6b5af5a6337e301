import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { Blocks } from './Block.tsx';
import { lex, type Lexed } from './lex.ts';
import './Markdown.css';

/** A model's text as Markdown (row X4). `growing`: it is still being written, so only its last block is read again. */
export function Markdown({ text, growing }: { readonly text: string; readonly growing: boolean }): JSX.Element {
  const lexed = useRef<Lexed | null>(null);
  lexed.current = lex(text, lexed.current);
  return (
    <div class="markdown">
      <Blocks tokens={lexed.current.blocks} growing={growing} />
    </div>
  );
}
