import type { JSX } from 'preact';
import { costOf } from '../../../../core/facts.ts';
import type { CallId } from '../../../../core/ids.ts';
import type { Role } from '../../../../core/prompt.ts';
import { shown } from '../../../../core/visible.ts';
import type { ChatState } from '../../../state/contract.ts';
import { useApp } from '../../../state/context.ts';
import { Chip } from '../../../ui/Chip.tsx';
import { FaultNote } from '../../../ui/Fault.tsx';
import { LongText } from '../../call/LongText.tsx';
import { timeWords } from '../../call/status.ts';
import { MarkdownPart } from '../../conversation/MarkdownPart.tsx';
import { oneLine } from '../../oneline.ts';
import { Folded } from '../Folded.tsx';
import type { Share } from './parts.ts';
import { ToolRows } from './ToolRows.tsx';
import { money, stateWords, tokenWords } from './words.ts';

const roles: Readonly<Record<Role, string | null>> = {
  solo: null,
  peer: 'peer',
  primary: 'primary',
  synthesis: 'synthesis',
};
/** Longer text is not parsed as Markdown here: it stands as it came. */
const mostParsed = 60_000;

/** A text behind its name and size, drawn when it is opened; live while it grows. */
function Whole({
  name,
  text,
  growing,
  plain = false,
}: {
  readonly name: string;
  readonly text: string;
  readonly growing: boolean;
  readonly plain?: boolean;
}): JSX.Element | null {
  if (text === '') return null;
  const long = plain || text.length > mostParsed;
  return (
    <Folded
      summary={
        <>
          {name} <span class="faint">{text.length.toLocaleString('en')} characters</span>
        </>
      }
    >
      {() =>
        long ? (
          <LongText text={text} label={name} />
        ) : (
          <div class="trace-text">
            <MarkdownPart text={text} growing={growing} />
          </div>
        )
      }
    </Folded>
  );
}

function Numbers({ share }: { readonly share: Share }): JSX.Element | null {
  const app = useApp();
  const { trace } = share;
  if (trace === null) return null;
  const tokens = tokenWords(trace.usage);
  const cost = costOf(trace.usage, app.modelFacts(trace.model).facts);
  return (
    <p class="nums">
      {trace.firstMs === null ? null : (
        <span>
          <b>{timeWords(trace.firstMs)}</b> first token
        </span>
      )}
      {tokens === null ? null : (
        <span>
          <b>{tokens}</b> tokens
        </span>
      )}
      {cost === null ? null : <b>{money(cost)}</b>}
      {trace.turns > 1 ? (
        <span>
          <b>{trace.turns}</b> requests
        </span>
      ) : null}
    </p>
  );
}

/** One model's part of an answer: how it went, what it used, said and called (row I1). */
export function TraceCard({
  share,
  chat,
  call,
}: {
  readonly share: Share;
  readonly chat: ChatState;
  readonly call: CallId | null;
}): JSX.Element {
  const { trace, model } = share;
  const name = model === null ? 'You' : oneLine(model.name);
  const role = trace === null ? null : roles[trace.role];
  const of = role === null ? name : `${name}, ${role}`;
  const growing = trace?.state === 'running';
  return (
    <section class="part trace" aria-label={of}>
      <div class="top">
        <h3>{name}</h3>
        {role === null ? null : <Chip tone="accent">{role}</Chip>}
        <span class={trace?.state === 'failed' ? 'trace-state bad' : 'trace-state'}>
          {trace === null ? 'tool console' : stateWords(trace)}
        </span>
      </div>
      <Numbers share={share} />
      {trace?.basis === 'own' ? <p class="soft">Only it answered: it went on from its own text.</p> : null}
      {trace === null || trace.share === null ? null : (
        <p class="soft">Was given at most {trace.share.toLocaleString('en')} tokens of each answer.</p>
      )}
      {trace === null || trace.fault === null ? null : <FaultNote fault={trace.fault} />}
      {share.notices.map((notice, at) => (
        <p key={`${at} ${notice}`} class="soft">
          {shown(notice)}
        </p>
      ))}
      <ToolRows calls={share.calls} chat={chat} call={call} of={of} />
      <div>
        <Whole name="Answer" text={share.answer} growing={growing} />
        <Whole name="Reasoning" text={share.reasoning} growing={growing} />
        <Whole name="System prompt" text={trace?.system ?? ''} growing={false} plain />
      </div>
    </section>
  );
}
