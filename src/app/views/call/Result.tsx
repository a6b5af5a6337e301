import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { CallView } from '../../../core/conversation.ts';
import type { Fault } from '../../../core/outcome.ts';
import type { ResultPiece } from '../../../core/tool.ts';
import type { ChatState } from '../../state/contract.ts';
import { Button } from '../../ui/Button.tsx';
import { FaultNote } from '../../ui/Fault.tsx';
import { oneLine } from '../oneline.ts';
import { ArgumentTree } from './ArgumentTree.tsx';
import { Change } from './Change.tsx';
import { LongText } from './LongText.tsx';
import { Part } from './Part.tsx';
import { Picture } from './Picture.tsx';
import { Piece } from './Piece.tsx';

/** Parts of a result that are drawn at first; a server may send thousands. */
const mostParts = 24;

/** The first of many, and the rest on demand. */
function Some<T>({
  of,
  children,
}: {
  readonly of: readonly T[];
  readonly children: (one: T, at: number) => JSX.Element;
}): JSX.Element {
  const [most, setMost] = useState(mostParts);
  return (
    <>
      {of.slice(0, most).map(children)}
      {of.length > most ? (
        <Button small kind="quiet" onClick={() => setMost(most + 10 * mostParts)}>
          … {(of.length - most).toLocaleString('en')} more
        </Button>
      ) : null}
    </>
  );
}

function Failed({
  fault,
  view,
  chat,
}: {
  readonly fault: Fault;
  readonly view: CallView;
  readonly chat: ChatState;
}): JSX.Element {
  const { call } = view;
  // Its own words are whatever the server chose to send, megabytes too.
  if (fault.code === 'tool-failed' || fault.message.length > 2_000) {
    return (
      <Part name={fault.code === 'tool-failed' ? 'The tool says that it failed' : 'It failed'}>
        <LongText text={fault.message} label={`Result of ${oneLine(view.label)}`} />
      </Part>
    );
  }
  const path = call.args?.['path'];
  // An image is offered as an attachment (row P6).
  const offered =
    view.tool === 'file_read' &&
    fault.code === 'binary' &&
    typeof path === 'string' &&
    /\bimage\b/u.test(fault.message);
  return (
    <FaultNote fault={fault}>
      {offered ? (
        <Button small icon="image" onClick={() => void chat.attachFromCall(call.id)}>
          Attach to message
        </Button>
      ) : null}
    </FaultNote>
  );
}

/** What a call brought back, whole (rows P11, M1): text, images, sound, links, resources and data, or why it failed. */
export function Result({ view, chat }: { readonly view: CallView; readonly chat: ChatState }): JSX.Element | null {
  const { call } = view;
  if (call.at === 'stopped') return <FaultNote fault={call.fault} />;
  if (call.at !== 'done') return null;
  if (!call.outcome.ok) return <Failed fault={call.outcome.fault} view={view} chat={chat} />;
  const { text, images = [], pieces = [], data, kept } = call.outcome.value;
  const label = oneLine(view.label);
  // "(no text)" would only disturb where there is something else to see.
  const bare = text === '' && (images.length > 0 || pieces.length > 0 || data !== undefined);
  return (
    <>
      {kept === true ? (
        <Part name="Change">
          <Change view={view} chat={chat} />
        </Part>
      ) : null}
      <Part name="Result">
        {bare ? null : <LongText text={text} label={`Result of ${label}`} />}
        <Some of={images}>
          {(image, at) => (
            <Picture key={`${at} ${image.base64.length}`} image={image} name={`Image ${at + 1} from ${label}`} />
          )}
        </Some>
        <Some of={pieces}>
          {(piece: ResultPiece, at) => <Piece key={at} piece={piece} name={`Audio ${at + 1} from ${label}`} />}
        </Some>
      </Part>
      {data === undefined ? null : (
        <Part name="Data">
          <ArgumentTree value={data} />
        </Part>
      )}
    </>
  );
}
