import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ResultPiece } from '../../../core/tool.ts';
import { shown } from '../../../core/visible.ts';
import { Button } from '../../ui/Button.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { sizeWords } from '../diff/words.ts';
import { safeLink } from '../markdown/address.ts';
import { oneLine } from '../oneline.ts';
import { blobOf, bytesIn, useBlobUrl } from './blob.ts';
import { LongText } from './LongText.tsx';

const addressChars = 2_000;
const sounds = /^audio\/[\w.+-]+$/u;

/** Sound a tool returned; it plays when the person says so. */
function Sound({
  piece,
  name,
}: {
  readonly piece: Extract<ResultPiece, { is: 'audio' }>;
  readonly name: string;
}): JSX.Element {
  const played = sounds.test(piece.mime);
  const url = useBlobUrl(played ? piece.base64 : '', piece.mime);
  const [broken, setBroken] = useState(false);
  const size = sizeWords(bytesIn(piece.base64));
  if (!played) return <p class="faint">{`${name}: an unknown kind of sound, ${oneLine(piece.mime)}, ${size}.`}</p>;
  if (url === null) return <Spinner label="Reading audio" />;
  if (url === 'broken' || broken)
    return <p class="faint">{`${name} (${piece.mime}, ${size}) cannot be played by this browser.`}</p>;
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- what a tool returns comes without captions
    <audio class="sound" controls preload="metadata" src={url} aria-label={name} onError={() => setBroken(true)} />
  );
}

/** An address from outside in full. Only the web's own kinds lead anywhere, and only when clicked (row X4). */
function Address({ uri }: { readonly uri: string }): JSX.Element {
  const words = shown(uri.length > addressChars ? `${uri.slice(0, addressChars)}…` : uri);
  const url = safeLink(uri);
  return url === null || url.protocol === 'mailto:' ? (
    <span class="mono">{words}</span>
  ) : (
    <a class="mono" href={url.href} target="_blank" rel="noopener noreferrer">
      {words}
    </a>
  );
}

/** What is folded is not drawn, so that megabytes cost nothing until they are asked for. */
function Folded({
  words,
  children,
}: {
  readonly words: ComponentChildren;
  readonly children: () => JSX.Element;
}): JSX.Element {
  const [open, setOpen] = useState(false);
  return (
    <details class="folded" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{words}</summary>
      {open ? children() : null}
    </details>
  );
}

/** A name to save under: the end of the address, without anything a file system would take for more. */
function fileName(uri: string): string {
  const end =
    uri
      .split(/[?#]/u)[0]
      ?.split('/')
      .findLast((part) => part !== '') ?? '';
  const plain = end.replaceAll(/[^\p{L}\p{N}._-]+/gu, '_').replace(/^\.+/u, '');
  return plain === '' ? 'resource' : plain.slice(0, 100);
}

async function save(uri: string, base64: string): Promise<void> {
  // As plain bytes: the browser opens nothing by itself.
  const blob = await blobOf(base64, 'application/octet-stream');
  if (blob === null) return;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = fileName(uri);
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

type Resource = Extract<ResultPiece, { is: 'resource' }>;

function Embedded({ piece }: { readonly piece: Resource }): JSX.Element {
  const { uri, mime, text, base64 } = piece;
  const kind = mime === '' ? '' : ` · ${oneLine(mime)}`;
  if (text !== null) {
    const length = `${text.length.toLocaleString('en')} characters`;
    return (
      <Folded
        words={
          <>
            {oneLine(uri, 160)}
            <span class="faint">{`${kind} · ${length}`}</span>
          </>
        }
      >
        {() => <LongText text={text} label={`Resource ${oneLine(uri)}`} />}
      </Folded>
    );
  }
  return (
    <p>
      <Address uri={uri} /> <span class="faint">{`${kind} · ${sizeWords(bytesIn(base64 ?? ''))}`}</span>{' '}
      {base64 === null || base64 === '' ? null : (
        <Button small icon="download" onClick={() => void save(uri, base64)}>
          Save<span class="visually-hidden"> {oneLine(uri)}</span>
        </Button>
      )}
    </p>
  );
}

/** A part of a server's result that is neither its text nor an image: sound, a link, a resource (row M1). Never HTML. */
export function Piece({ piece, name }: { readonly piece: ResultPiece; readonly name: string }): JSX.Element {
  if (piece.is === 'audio') return <Sound piece={piece} name={name} />;
  if (piece.is === 'resource') return <Embedded piece={piece} />;
  return (
    <p class="linked">
      {piece.name === '' ? null : <b>{oneLine(piece.name, 160)} </b>}
      <Address uri={piece.uri} />
      {piece.mime === '' ? null : <span class="faint"> · {oneLine(piece.mime)}</span>}
      {piece.about === '' ? null : <span class="soft about">{oneLine(piece.about, 400)}</span>}
    </p>
  );
}
