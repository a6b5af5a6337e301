import type { Token, Tokens } from 'marked';
import { Fragment, type ComponentChildren, type JSX } from 'preact';
import { useContext } from 'preact/hooks';
import { shown } from '../../../core/visible.ts';
import { pretended, safeLink } from './address.ts';
import { Cites, citing } from './cites.ts';
import { decoded } from './entities.ts';
import { known } from './lex.ts';
import { RemoteImage } from './RemoteImage.tsx';

/** Emphasis within emphasis beyond this is shown as written. */
const deepest = 30;

const wordsOf = (tokens: readonly Token[]): string =>
  tokens.map((token) => ('tokens' in token && token.tokens ? wordsOf(token.tokens) : token.raw)).join('');

function Link({ token, depth }: { readonly token: Tokens.Link; readonly depth: number }): JSX.Element {
  const href = token.autolink === true ? token.href : decoded(token.href);
  const url = safeLink(href);
  const cites = useContext(Cites);
  // `[A]: https://…` somewhere in the text makes no link of what names an answer.
  if (cites !== null && token.raw.startsWith('[') && token.raw.endsWith(']')) {
    const [, named] = citing(token.raw);
    if (named?.words === token.raw && named.labels.some((label) => cites(label) !== null)) {
      return <Words text={token.raw} />;
    }
  }
  // A button has no place within a link.
  const words = (
    <Cites.Provider value={null}>
      <Inline tokens={token.tokens} depth={depth} />
    </Cites.Provider>
  );
  if (url === null) {
    const plain = wordsOf(token.tokens);
    return (
      <span class="dead">
        {words}
        {plain === href ? '' : ` (${shown(href)})`}
      </span>
    );
  }
  const real = pretended(wordsOf(token.tokens), url);
  return (
    <a href={url.href} target="_blank" rel="noopener noreferrer" title={shown(url.href)}>
      {words}
      {real === null ? '' : ` (leads to ${shown(real)})`}
    </a>
  );
}

/** Plain words, with what they cite where the text is one that cites. */
function Words({ text }: { readonly text: string }): JSX.Element {
  const cites = useContext(Cites);
  if (cites === null || !text.includes('[')) return <>{shown(text)}</>;
  return (
    <>
      {citing(text).map(({ words, labels }, at) => {
        const cited = labels.flatMap((label) => cites(label) ?? []);
        return <Fragment key={at}>{cited.length > 0 ? cited : shown(words)}</Fragment>;
      })}
    </>
  );
}

function one(raw: Token, depth: number): ComponentChildren {
  const token = known(raw);
  switch (token.type) {
    case 'text':
      return token.tokens ? <Inline tokens={token.tokens} depth={depth} /> : <Words text={decoded(token.text)} />;
    case 'escape':
      return shown(token.text);
    case 'strong':
      return (
        <strong>
          <Inline tokens={token.tokens} depth={depth} />
        </strong>
      );
    case 'em':
      return (
        <em>
          <Inline tokens={token.tokens} depth={depth} />
        </em>
      );
    case 'del':
      return (
        <del>
          <Inline tokens={token.tokens} depth={depth} />
        </del>
      );
    case 'codespan':
      return <code>{shown(token.text)}</code>;
    case 'br':
      return <br />;
    case 'link':
      return <Link token={token} depth={depth} />;
    case 'image':
      return <RemoteImage href={decoded(token.href)} alt={decoded(token.text)} />;
    case 'checkbox':
      return <input type="checkbox" checked={token.checked} disabled aria-label={token.checked ? 'done' : 'to do'} />;
    case 'html':
    // Blocks do not stand within a line.
    case 'blockquote':
    case 'code':
    case 'def':
    case 'heading':
    case 'hr':
    case 'list':
    case 'list_item':
    case 'paragraph':
    case 'space':
    case 'table':
    default:
      // Text, never markup.
      return shown(token.raw);
  }
}

/** Inline Markdown as Preact nodes: text is text, whatever it looks like (row X4). */
export function Inline({
  tokens,
  depth = 0,
}: {
  readonly tokens: readonly Token[];
  readonly depth?: number | undefined;
}): JSX.Element {
  if (depth > deepest) return <>{shown(tokens.map((token) => token.raw).join(''))}</>;
  return <>{tokens.map((token) => one(token, depth + 1))}</>;
}
