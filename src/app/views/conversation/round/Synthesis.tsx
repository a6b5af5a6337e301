import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { AnswerPart } from '../../../../core/conversation.ts';
import { readSynthesis, type Claim, type Synthesis as Reading } from '../../../../core/synthesis.ts';
import { Cites } from '../../markdown/cites.ts';
import type { ChatState } from '../../../state/contract.ts';
import { MarkdownPart } from '../MarkdownPart.tsx';
import { Parts } from '../parts.tsx';
import { Cite, Evidence } from './Cite.tsx';
import { callsOf, type Column } from './reading.ts';

/** What a synthesis may point at, and what pointing does. */
interface Pointing {
  readonly columns: readonly Column[];
  readonly onShow: (key: string) => void;
  readonly onInspect: (call: string) => void;
}

const labelled = ({ columns }: Pointing, label: string | null): Column | undefined =>
  label === null ? undefined : columns.find((column) => column.label === label);

function ClaimLine({ claim, at }: { readonly claim: Claim; readonly at: Pointing }): JSX.Element {
  const column = labelled(at, claim.cite);
  const rests = claim.rests.flatMap((ref) => {
    const owner = labelled(at, ref.label);
    const view = owner === undefined ? undefined : callsOf(owner)[ref.call - 1];
    return view === undefined ? [] : [{ name: `${ref.label}${ref.call}`, view }];
  });
  return (
    <li>
      <MarkdownPart text={claim.text} growing={false} />
      <span class="basis">
        {column === undefined ? null : <Cite column={column} onShow={at.onShow} />}
        {rests.map(({ name, view }) => (
          <Evidence key={name} at={name} view={view} onInspect={at.onInspect} />
        ))}
      </span>
    </li>
  );
}

function Claims({ claims, at }: { readonly claims: readonly Claim[]; readonly at: Pointing }): JSX.Element {
  return (
    <ul class="claims">
      {claims.map((claim, index) => (
        <ClaimLine key={index} claim={claim} at={at} />
      ))}
    </ul>
  );
}

/** A longer text, and one of more claims, kept to no form that anybody would read, and would hold the page up at each word. */
const mostRead = 128_000;
const mostClaims = 400;

function read(text: string, labels: readonly string[]): Reading | null {
  const found = text.length > mostRead ? null : readSynthesis(text, labels);
  const count = found?.differ.reduce((sum, { sides }) => sum + 1 + sides.length, found.agree.length) ?? 0;
  return count > mostClaims ? null : found;
}

/** One text of the synthesis: in the form it was asked for, or plain where it did not keep to it (row F5). */
function Said({
  text,
  growing,
  at,
}: {
  readonly text: string;
  readonly growing: boolean;
  readonly at: Pointing;
}): JSX.Element {
  const labels = at.columns.flatMap(({ label }) => (label === null ? [] : [label]));
  const key = labels.join('');
  const found = useMemo(() => read(text, labels), [text, key]);
  if (found === null) return <MarkdownPart text={text} growing={growing} />;
  const { body, agree, differ } = found;
  const lists = agree.length > 0 || differ.length > 0;
  return (
    <>
      {/\S/u.test(body) ? <MarkdownPart text={body} growing={growing && !lists} /> : null}
      {agree.length === 0 ? null : (
        <section class="points agree">
          <h3>Where they agree</h3>
          <Claims claims={agree} at={at} />
        </section>
      )}
      {differ.length === 0 ? null : (
        <section class="points differ">
          <h3>Where they differ</h3>
          {differ.map((one, index) => (
            <div key={index} class="difference">
              {one.about === '' ? null : <MarkdownPart text={one.about} growing={false} />}
              <Claims claims={one.sides} at={at} />
            </div>
          ))}
        </section>
      )}
    </>
  );
}

/** The one answer, with who said what and where they differ (row F5); calls and notices stand where they happened. */
export function Synthesis({
  parts,
  running,
  chat,
  ...at
}: Pointing & {
  readonly parts: readonly AnswerPart[];
  readonly running: boolean;
  readonly chat: ChatState;
}): JSX.Element {
  const cite = useMemo(
    () =>
      (label: string): JSX.Element | null => {
        const column = labelled(at, label);
        return column === undefined ? null : <Cite column={column} onShow={at.onShow} />;
      },
    // Names and labels decide what a chip shows, not the words of the answers.
    [at.columns.map(({ key, label }) => `${label ?? ''}${key}`).join('\n'), at.onShow],
  );
  return (
    <Cites.Provider value={cite}>
      {runs(parts).map((run) =>
        run.length === 1 && run[0]?.is === 'text' ? (
          <Said key={run[0].id} text={run[0].text} growing={running && !run[0].done} at={at} />
        ) : (
          <Parts key={run[0]?.id} parts={run} running={running} chat={chat} />
        ),
      )}
    </Cites.Provider>
  );
}

/** Each text by itself, and what stands between two texts together, so that calls share a frame. */
function runs(parts: readonly AnswerPart[]): readonly (readonly AnswerPart[])[] {
  const all: AnswerPart[][] = [];
  for (const part of parts) {
    if (part.is === 'text' && !/\S/u.test(part.text)) continue;
    const last = all.at(-1);
    if (part.is !== 'text' && last !== undefined && last[0]?.is !== 'text') last.push(part);
    else all.push([part]);
  }
  return all;
}
