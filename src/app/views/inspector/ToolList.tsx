import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Roster } from '../../../core/server.ts';
import type { Tool } from '../../../core/tool.ts';
import { shown } from '../../../core/visible.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { LongText } from '../call/LongText.tsx';
import { oneLine } from '../oneline.ts';
import { Folded } from './Folded.tsx';
import { Part } from './Frame.tsx';
import { hintWords } from './hints.ts';

/** Rows drawn at first and with each further step: a server may have 512 tools. */
const step = 50;
const filterFrom = 20;

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

function Described({ tool }: { readonly tool: Tool }): JSX.Element {
  return (
    <>
      {tool.label === tool.name ? null : (
        <p>
          Title: <span class="own">{oneLine(tool.label)}</span>
        </p>
      )}
      <LongText text={tool.description} label={`Description of ${oneLine(tool.name)}`} />
      <Folded summary="Arguments (schema)">
        {() => <LongText text={json(tool.schema)} label={`Schema of ${oneLine(tool.name)}`} />}
      </Folded>
      {tool.result === undefined ? null : (
        <Folded summary="Result (schema)">
          {() => <LongText text={json(tool.result)} label={`Result schema of ${oneLine(tool.name)}`} />}
        </Folded>
      )}
      {tool.hints === undefined ? null : (
        <Folded summary="Annotations">
          {() => <LongText text={json(tool.hints)} label={`Annotations of ${oneLine(tool.name)}`} />}
        </Folded>
      )}
    </>
  );
}

function Row({ tool }: { readonly tool: Tool }): JSX.Element {
  return (
    <li>
      <Folded
        summary={
          <>
            <span class="name">{oneLine(tool.name)}</span>
            {hintWords(tool).map(({ words, warns }) => (
              <Chip key={words} tone={warns ? 'warn' : 'plain'}>
                {words}
              </Chip>
            ))}
          </>
        }
      >
        {() => <Described tool={tool} />}
      </Folded>
    </li>
  );
}

function matches(tool: Tool, words: readonly string[]): boolean {
  const text = `${tool.name} ${tool.label} ${tool.description.slice(0, 2_000)}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

/** A server's tools as it lists them, each opened on demand, and what was left out and why (rows I3, M1). */
export function ToolList({ roster }: { readonly roster: Roster | null }): JSX.Element {
  const [filter, setFilter] = useState('');
  const [most, setMost] = useState(step);
  const tools = roster?.tools ?? [];
  const left = roster?.left ?? [];
  const words = filter.toLowerCase().split(/\s+/u);
  const found = filter.trim() === '' ? tools : tools.filter((tool) => matches(tool, words));
  const more = found.length - most;
  return (
    <Part title={`Tools (${tools.length})`}>
      {roster === null ? <p class="faint">Not known yet: it has not been connected.</p> : null}
      {tools.length > filterFrom ? (
        <div class="field">
          <input
            aria-label="Filter the tools"
            type="search"
            autocomplete="off"
            spellcheck={false}
            placeholder="Filter"
            value={filter}
            onInput={(event) => {
              setFilter(event.currentTarget.value);
              setMost(step);
            }}
          />
        </div>
      ) : null}
      <ul class="tools">
        {found.slice(0, most).map((tool) => (
          <Row key={tool.key} tool={tool} />
        ))}
      </ul>
      {tools.length > 0 && found.length === 0 ? <p class="faint">Nothing matches.</p> : null}
      {more > 0 ? (
        <Button
          small
          onClick={(event) => {
            // The new rows come before the button; the focus goes to the first of them.
            const list = event.currentTarget.parentElement?.querySelector('.tools');
            const at = most;
            setMost(most + step);
            requestAnimationFrame(() =>
              list?.querySelector<HTMLElement>(`:scope > li:nth-child(${at + 1}) summary`)?.focus(),
            );
          }}
        >
          Show {Math.min(step, more)} more of {more.toLocaleString('en')}
        </Button>
      ) : null}
      {left.length === 0 ? null : (
        <Folded summary={`Left out (${left.length})`}>
          {() => (
            <ul class="left-out">
              {left.slice(0, 100).map((sentence, at) => (
                <li key={`${at} ${sentence}`}>{shown(sentence)}</li>
              ))}
              {left.length > 100 ? <li class="faint">… and {left.length - 100} more</li> : null}
            </ul>
          )}
        </Folded>
      )}
    </Part>
  );
}
