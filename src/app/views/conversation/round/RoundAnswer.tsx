import type { JSX } from 'preact';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { sameModel, type ModelRef } from '../../../../core/ids.ts';
import { useApp } from '../../../state/context.ts';
import type { Card } from '../../../state/contract.ts';
import { oneLine } from '../../oneline.ts';
import { useMedia } from '../../useMedia.ts';
import { ColumnView } from './ColumnView.tsx';
import { answerParts, columnsOf, keyOf, shortName, synthesisOf, type Column } from './reading.ts';
import type { RoundProps } from './RoundPart.tsx';
import { Synthesis } from './Synthesis.tsx';
import { useFolds } from './useFolds.ts';
import { stateOf } from './words.ts';
import './Round.css';

const waitsIn = (cards: readonly Card[], column: Column): boolean =>
  cards.some(({ view }) => view.call.phase === 'dispatch' && sameModel(view.call.model, column.model));

/** Several models' streams side by side, and the one answer that is written from them (rows F1, F2, F5). */
export function RoundAnswer({ entry, chat, cards }: RoundProps): JSX.Element {
  const app = useApp();
  const root = useRef<HTMLDivElement>(null);
  const narrow = useMedia('(max-width: 860px)');
  const synthesis = synthesisOf(entry);
  const all = columnsOf(entry);
  // What the primary alone had to say goes on below, in one piece (row F2).
  const columns = synthesis?.basis === 'own' ? all.filter(({ role }) => role === 'peer') : all;
  const { isOpen, fold } = useFolds(narrow, synthesis === null, columns[0]?.key ?? '');
  const [wanted, setWanted] = useState<string | null>(null);
  const show = useCallback(
    (key: string): void => {
      fold(key, true);
      setWanted(key);
    },
    [fold],
  );
  useEffect(() => {
    if (wanted === null) return;
    const column = root.current?.querySelector<HTMLElement>(`[data-model="${CSS.escape(wanted)}"]`);
    column?.scrollIntoView({ block: 'start', behavior: 'smooth' });
    column?.querySelector<HTMLElement>('.fold')?.focus({ preventScroll: true });
    setWanted(null);
  }, [wanted]);
  const inspect = useCallback(
    (call: string): void => {
      app.inspecting.value = { at: 'answer', answer: entry.id, call };
    },
    [app, entry.id],
  );
  const stop = useCallback((model: ModelRef): void => chat.stopModel(model), [chat]);
  const running = entry.state === 'running';
  const primary = entry.model === null ? 'The primary' : oneLine(shortName(entry.model), 40);
  const given = all.filter(({ label }) => label !== null).length;
  const anyOpen = columns.some(({ key }) => isOpen(key));
  return (
    <div class="round" ref={root}>
      <div
        class={`columns${anyOpen ? ' open' : ''}`}
        role="group"
        aria-label="Answers side by side"
        data-count={columns.length}
      >
        {columns.map((column) => {
          const [tone, state] = stateOf(column, entry, waitsIn(cards, column));
          return (
            <ColumnView
              {...column}
              key={keyOf(column.model)}
              tone={tone}
              state={state}
              open={isOpen(column.key)}
              running={running && column.trace?.state === 'running'}
              chat={chat}
              onFold={fold}
              onStop={stop}
            />
          );
        })}
      </div>
      {synthesis === null ? null : (
        <>
          {synthesis.basis === 'own' ? null : (
            <h3 class="who">
              <b>{primary}</b> synthesis of {given} {given === 1 ? 'answer' : 'answers'}
            </h3>
          )}
          <Synthesis
            parts={answerParts(entry)}
            running={running}
            chat={chat}
            columns={all}
            onShow={show}
            onInspect={inspect}
          />
        </>
      )}
    </div>
  );
}
