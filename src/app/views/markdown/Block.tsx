import type { Token, Tokens } from 'marked';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { shown } from '../../../core/visible.ts';
import { CodeBlock } from './CodeBlock.tsx';
import { decoded } from './entities.ts';
import { Inline } from './Inline.tsx';
import { known } from './lex.ts';

function Cells({
  cells,
  of: Cell,
}: {
  readonly cells: readonly Tokens.TableCell[];
  readonly of: 'th' | 'td';
}): JSX.Element {
  return (
    <tr>
      {cells.map((cell, at) => (
        <Cell key={at} class={cell.align ?? ''}>
          <Inline tokens={cell.tokens} />
        </Cell>
      ))}
    </tr>
  );
}

function Table({ token }: { readonly token: Tokens.Table }): JSX.Element {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div class="table" tabIndex={0} role="group" aria-label="Table">
      <table>
        <thead>
          <Cells cells={token.header} of="th" />
        </thead>
        <tbody>
          {token.rows.map((cells, at) => (
            <Cells key={at} cells={cells} of="td" />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function List({ token }: { readonly token: Tokens.List }): JSX.Element {
  const items = token.items.map((item, at) => (
    <li key={at} class={item.task ? 'task' : ''} dir="auto">
      <Blocks tokens={item.tokens} growing={false} />
    </li>
  ));
  return token.ordered ? <ol start={token.start === '' ? 1 : token.start}>{items}</ol> : <ul>{items}</ul>;
}

function draw(raw: Token, growing: boolean): JSX.Element | null {
  const token = known(raw);
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'code':
      return (
        <CodeBlock code={token.text} language={decoded(token.lang ?? '').split(/\s/u)[0] ?? ''} growing={growing} />
      );
    case 'heading': {
      // An answer's own heading is an h2; most models begin with ##, and no level should be left out.
      const Heading = `h${Math.min(6, Math.max(3, token.depth + 1))}` as 'h3' | 'h4' | 'h5' | 'h6';
      return (
        <Heading class={`h${token.depth}`} dir="auto">
          <Inline tokens={token.tokens} />
        </Heading>
      );
    }
    case 'hr':
      return <hr />;
    case 'blockquote':
      return (
        <blockquote>
          <Blocks tokens={token.tokens} growing={growing} />
        </blockquote>
      );
    case 'list':
      return <List token={token} />;
    case 'table':
      return <Table token={token} />;
    case 'paragraph':
      return (
        <p dir="auto">
          <Inline tokens={token.tokens} />
        </p>
      );
    case 'html':
      return <p class="raw">{shown(token.raw.trimEnd())}</p>;
    case 'br':
    case 'checkbox':
    case 'codespan':
    case 'del':
    case 'em':
    case 'escape':
    case 'image':
    case 'link':
    case 'list_item':
    case 'strong':
    case 'text':
    default:
      return <Inline tokens={[token]} />;
  }
}

function Block({ token, growing }: { readonly token: Token; readonly growing: boolean }): JSX.Element | null {
  // The same token gives the same node, and Preact passes over a node it has drawn already.
  return useMemo(() => draw(token, growing), [token, growing]);
}

/** Blocks of Markdown, one under the other; `growing`: the last one is still being written. */
export function Blocks({
  tokens,
  growing,
}: {
  readonly tokens: readonly Token[];
  readonly growing: boolean;
}): JSX.Element {
  return (
    <>
      {tokens.map((token, at) => (
        <Block key={at} token={token} growing={growing && at === tokens.length - 1} />
      ))}
    </>
  );
}
