import type { CallView } from '../../core/conversation.ts';

/** A console result as text to put into a message ("Add to message", row V4); null where the call has none. */
export function quoteOf(view: CallView): string | null {
  if (view.call.at !== 'done') return null;
  const { outcome } = view.call;
  const text = outcome.ok ? outcome.value.text : outcome.fault.message;
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/gu)].map((run) => run[0].length + 1)));
  return `${view.label} ${JSON.stringify(view.call.args)}:\n${fence}\n${text}\n${fence}`;
}
