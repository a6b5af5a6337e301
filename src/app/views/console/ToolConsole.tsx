import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { CallId } from '../../../core/ids.ts';
import type { JsonObject } from '../../../core/json.ts';
import { consentIn, knownPolicy, type ServerRecord } from '../../../core/server.ts';
import type { Tool } from '../../../core/tool.ts';
import { shown } from '../../../core/visible.ts';
import { useApp } from '../../state/context.ts';
import type { ChatState, ToolRow } from '../../state/contract.ts';
import { Button } from '../../ui/Button.tsx';
import { oneLine } from '../oneline.ts';
import { Palette } from './Palette.tsx';
import { Ran } from './Ran.tsx';
import { SchemaForm } from './SchemaForm.tsx';
import { standing, type Standing } from './standing.ts';
import './ToolConsole.css';

type Step =
  | { readonly at: 'choosing' }
  | { readonly at: 'filling'; readonly tool: Tool; readonly args: JsonObject }
  | { readonly at: 'ran'; readonly tool: Tool; readonly args: JsonObject; readonly call: CallId };

const nothing: JsonObject = {};

/**
 * The tool console (row V4): choose a tool, fill in its form, run it as yourself through the same gate. Nothing of it is
 * sent to a model unless it is added to a message.
 */
export function ToolConsole({
  chat,
  onClose,
}: {
  readonly chat: ChatState;
  readonly onClose: () => void;
}): JSX.Element {
  const app = useApp();
  const [step, setStep] = useState<Step>({ at: 'choosing' });
  const choosing = (): void => setStep({ at: 'choosing' });
  const bare = chat.record.value.project === null;
  const serverOf = ({ source }: Tool): ServerRecord | null =>
    (source.from === 'mcp' && app.servers.list.value.find(({ record }) => record.id === source.server)?.record) || null;
  const heldBy = (tool: Tool): Standing | null => {
    const server = serverOf(tool);
    if (server === null) return null;
    return { policy: knownPolicy(server.policy), answer: consentIn(chat.record.value.consents, server.id) };
  };
  const unusable = (row: ToolRow): string | null => {
    const { tool, setting } = row;
    if (tool.source.from === 'files' && bare) return 'needs a project';
    const held = heldBy(tool);
    return setting === 'deny' || held?.answer === 'no' ? standing(row, held) : null;
  };
  const from = step.at === 'choosing' ? null : serverOf(step.tool);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- takes Escape on its way up
    <section
      class="console"
      aria-label="Tool console"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.isComposing) return;
        // Escape closes the console, and does not stop an answer behind it.
        event.stopPropagation();
        onClose();
      }}
    >
      <header>
        <h2>
          {step.at === 'choosing' ? 'Run a tool yourself' : oneLine(step.tool.label)}
          {from === null ? null : <span class="faint of"> {oneLine(from.name, 40)}</span>}
        </h2>
        <Button kind="quiet" small icon="close" label="Close the tool console" onClick={onClose} />
      </header>
      {step.at === 'choosing' ? (
        <Palette
          rows={app.tools.value}
          unusable={unusable}
          standing={(row) => standing(row, heldBy(row.tool))}
          onPick={({ tool }) => setStep({ at: 'filling', tool, args: nothing })}
          onLeave={onClose}
        />
      ) : step.at === 'filling' ? (
        <div class="fill">
          <p class="soft about">
            {shown(step.tool.description.slice(0, 2_000))}
            {step.tool.description.length > 2_000 ? '…' : ''}
          </p>
          <SchemaForm
            schema={step.tool.schema}
            now={step.args}
            submit="Run"
            cancel="Back"
            focus
            onCancel={choosing}
            onArgs={(args) => setStep({ at: 'ran', tool: step.tool, args, call: chat.runTool(step.tool, args) })}
          />
        </div>
      ) : (
        <Ran
          chat={chat}
          call={step.call}
          onOther={choosing}
          onAgain={() => setStep({ at: 'filling', tool: step.tool, args: step.args })}
          onClose={onClose}
        />
      )}
    </section>
  );
}
