import type { ComponentChildren, JSX } from 'preact';
import type { CallView } from '../../../core/conversation.ts';
import type { ResultImage } from '../../../core/tool.ts';
import { shown } from '../../../core/visible.ts';
import type { ChatState } from '../../state/contract.ts';
import { Button } from '../../ui/Button.tsx';
import { FaultNote } from '../../ui/Fault.tsx';
import { ArgumentTree } from './ArgumentTree.tsx';
import { Change } from './Change.tsx';
import { LongText } from './LongText.tsx';
import { WhyText } from './WhyText.tsx';

function Part({ name, children }: { readonly name: string; readonly children: ComponentChildren }): JSX.Element {
  return (
    <section class="part">
      <h4>{name}</h4>
      {children}
    </section>
  );
}

const pictures = /^image\/(?:png|jpeg|gif|webp|avif)$/u;

/** A picture a tool returned. Only kinds that can hold no script are drawn. */
function Picture({ image, at }: { readonly image: ResultImage; readonly at: number }): JSX.Element {
  if (!pictures.test(image.mime)) return <p class="faint">An attachment of the kind {shown(image.mime)}.</p>;
  return <img class="picture" src={`data:${image.mime};base64,${image.base64}`} alt={`Result ${at + 1}`} />;
}

function decided(view: CallView): string | null {
  const { call, by, remembered } = view;
  if (call.at === 'rejected') return call.by === 'person' ? 'Declined by you' : 'Rejected by a rule';
  if (by === null) return null;
  const kept = remembered === null ? '' : `, remembered: ${shown(remembered)}`;
  return by === 'person' ? `Approved by you${kept}` : 'Run by a rule';
}

/** The change may have been made although its end is not known: its old bytes are still kept then (row P9). */
function uncertain({ call, plan }: CallView): boolean {
  if (plan === null) return false;
  if (call.at === 'stopped') return call.ran === 'unknown';
  return call.at === 'done' && !call.outcome.ok && ['storage', 'timed-out'].includes(call.outcome.fault.code);
}

function Result({ view, chat }: { readonly view: CallView; readonly chat: ChatState }): JSX.Element | null {
  const { call } = view;
  if (call.at === 'stopped') return <FaultNote fault={call.fault} />;
  if (call.at !== 'done') return null;
  if (!call.outcome.ok) {
    const { fault } = call.outcome;
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
  const { text, images = [], data, kept } = call.outcome.value;
  return (
    <>
      {kept === true ? (
        <Part name="Change">
          <Change view={view} chat={chat} />
        </Part>
      ) : null}
      <Part name="Result">
        <LongText text={text} label={`Result of ${view.label}`} />
        {images.map((image, at) => (
          <Picture key={image.base64.slice(0, 64) + String(at)} image={image} at={at} />
        ))}
        {data === undefined ? null : <ArgumentTree value={data} />}
      </Part>
    </>
  );
}

/** All there is to know about one call: what was asked, by whom it was decided and why, and the whole result (rows P11, G13, D4). */
export function Details({ view, chat }: { readonly view: CallView; readonly chat: ChatState }): JSX.Element {
  const { call, why, original } = view;
  const words = decided(view);
  const reason = call.at === 'rejected' ? call.reason : undefined;
  return (
    <div class="details">
      {original === null ? (
        <Part name="Arguments">
          {call.args === null ? (
            <LongText text={call.raw} label="Unreadable arguments" />
          ) : (
            <ArgumentTree value={call.args} />
          )}
        </Part>
      ) : (
        <>
          <Part name="Arguments you put in place">
            <ArgumentTree value={call.args ?? {}} />
          </Part>
          <Part name="The model’s own arguments">
            <ArgumentTree value={original} />
          </Part>
        </>
      )}
      {why === null && words === null ? null : (
        <Part name="Decision">
          {words === null ? null : <p>{words}.</p>}
          {reason === undefined || reason === '' ? null : <p>Your reason: {shown(reason)}</p>}
          {why === null ? null : <WhyText why={why} />}
        </Part>
      )}
      <Result view={view} chat={chat} />
      {uncertain(view) ? (
        <Part name="Change">
          <p class="soft">It may have been made, in whole or in part. What stood there before is kept.</p>
          <Change view={view} chat={chat} />
        </Part>
      ) : null}
      {call.phase === 'console' && call.at === 'done' ? (
        <div>
          <Button small onClick={() => chat.addToMessage(call.id)}>
            Add to message
          </Button>
        </div>
      ) : null}
    </div>
  );
}
