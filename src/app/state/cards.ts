import { samePlan } from '../../core/decide.ts';
import { sameModel, type CallId } from '../../core/ids.ts';
import { fail, ok, type Outcome } from '../../core/outcome.ts';
import { pinText } from '../../core/pin.ts';
import type { Preview } from '../../core/ports.ts';
import { isFileTool } from '../../core/tool.ts';
import type { ChatRun } from '../runs/chatrun.ts';
import type { Deps } from '../runs/deps.ts';
import { findCall } from '../runs/desk.ts';
import { changeIn } from '../runs/rulebook.ts';
import type { Card } from './contract.ts';

/** The waiting calls of a chat as their cards show them. */
export function cardsOf(run: ChatRun, deps: Deps): readonly Card[] {
  const thread = run.ledger.thread();
  const book = deps.rulebook.now();
  return run.desk.waiting().flatMap((one): Card[] => {
    const view = findCall(thread, one.call.id);
    const asker = one.call.model === null ? 'you' : one.call.model.name;
    const ready = run.desk.ready(one.call.id);
    if (view === null) return [];
    const { why, offers, tool } = one;
    const { source } = tool;
    const server = source.from === 'mcp' ? (book.servers.get(source.server)?.name ?? null) : null;
    return [
      {
        view,
        why,
        offers,
        asker,
        tool,
        ready,
        server,
        changed: changeIn(book, tool),
        sharers: one.sharers.filter((model) => !sameModel(model, one.call.model)).map(({ name }) => name),
      },
    ];
  });
}

/** Whether a card shows the call, and the version of its tool, that wait now. */
export function asDrawn(run: ChatRun, cards: readonly Card[], call: CallId): boolean {
  const drawn = cards.find((card) => card.view.call.id === call);
  const now = run.desk.waiting().find((one) => one.call.id === call);
  if (drawn === undefined || drawn.tool === null || now === undefined) return false;
  return (
    drawn.view === findCall(run.ledger.thread(), call) &&
    (drawn.tool === now.tool || pinText(drawn.tool) === pinText(now.tool))
  );
}

/** Both sides of a waiting or ended change (row D1); null where there is none to show. */
export async function previewOf(run: ChatRun, deps: Deps, call: CallId): Promise<Outcome<Preview | null>> {
  const view = findCall(run.ledger.thread(), call);
  if (view === null) return fail('not-found', 'This call is no longer in the chat.');
  if (view.call.at !== 'waiting') return deps.files.kept(call);
  const project = run.ledger.thread().answers.get(view.call.answer)?.project ?? null;
  const folder = project === null ? null : await deps.folder(project);
  const tool = deps.rulebook.now().catalog.byName.get(view.call.name);
  if (folder === null || tool?.source.from !== 'files' || !isFileTool(tool.name)) return ok(null);
  if (!folder.ok) return folder;
  const shown = await deps.files.preview(folder.value, { id: call, tool: tool.name, args: view.call.args ?? {} });
  // The file is not what it was when the card appeared: plan and ask again (row P8).
  if (!shown.ok || !samePlan(shown.value.plan, view.plan)) run.desk.wake(call);
  return shown;
}
