import type { JSX } from 'preact';
import type { ServerRecord } from '../../../core/server.ts';
import { shown } from '../../../core/visible.ts';
import { useApp } from '../../state/context.ts';
import type { Card, ChatState } from '../../state/contract.ts';
import { ArgumentTree } from '../call/ArgumentTree.tsx';
import { otherArguments, wellOf } from './well.ts';

/** The server that a card's tool belongs to. */
function useServer({ tool }: Card): ServerRecord | null {
  const app = useApp();
  const id = tool?.source.from === 'mcp' ? tool.source.server : null;
  return app.servers.list.value.find(({ record }) => record.id === id)?.record ?? null;
}

/** The project that the card's answer works in. */
function useProjectName(card: Card, chat: ChatState): string | null {
  const app = useApp();
  const { answer } = card.view.call;
  const entry = chat.conversation.value.entries.find((one) => one.is === 'answer' && one.id === answer);
  const project = entry?.is === 'answer' ? entry.project : chat.record.value.project;
  return app.projects.value.find(({ record }) => record.id === project)?.record.name ?? null;
}

/** Where a call would act, how far, and what it would do (row A1). */
export function Well({ card, chat }: { readonly card: Card; readonly chat: ChatState }): JSX.Element {
  const project = useProjectName(card, chat);
  const app = useApp();
  const server = useServer(card);
  const rest = otherArguments(card);
  return (
    <dl class="well">
      {wellOf(card, project, server?.url ?? null).map((row) => (
        <div key={row.name}>
          <dt>{row.name}</dt>
          <dd class={row.code ? 'mono' : ''}>
            {row.name === 'Server' && server !== null ? (
              <button
                type="button"
                class="plain-link"
                title="Look at the server in the inspector"
                onClick={() => {
                  app.inspecting.value = { at: 'server', server: server.id };
                }}
              >
                {shown(row.value)}
              </button>
            ) : (
              shown(row.value)
            )}
          </dd>
        </div>
      ))}
      {rest === null ? null : (
        <div>
          <dt>With</dt>
          <dd>
            <ArgumentTree value={rest} />
          </dd>
        </div>
      )}
    </dl>
  );
}
