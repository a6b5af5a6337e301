import type { AssistantPart, Message, ModelRequest, UserPart } from '../../core/model.ts';
import type { Said } from './browser-api.ts';

/**
 * The conversation as the Prompt API takes it: what was said before, and what is asked now. It knows no tools: calls of
 * another model and their results are told in words.
 */
export function promptsOf(request: ModelRequest): { readonly before: readonly Said[]; readonly last: string } {
  const all: Said[] = [];
  for (const message of request.messages) {
    const said = saidBy(message);
    const before = all.at(-1);
    if (said.content === '') continue;
    // The roles have to take turns.
    if (before?.role === said.role) all[all.length - 1] = { ...said, content: `${before.content}\n\n${said.content}` };
    else all.push(said);
  }
  const last = all.at(-1)?.role === 'user' ? (all.pop()?.content ?? '') : 'Go on.';
  return { before: request.system === '' ? all : [{ role: 'system', content: request.system }, ...all], last };
}

function saidBy(message: Message): Said {
  if (message.role === 'user') return { role: 'user', content: message.parts.map(userText).join('\n\n') };
  if (message.role === 'assistant')
    return { role: 'assistant', content: message.parts.map(assistantText).filter(Boolean).join('\n\n') };
  const results = message.answers.map(({ tool, text, failed }) => `[${tool} ${failed ? 'failed' : 'gave'}: ${text}]`);
  return { role: 'user', content: results.join('\n\n') };
}

function userText(part: UserPart): string {
  if (part.is === 'text') return part.text;
  const { name, mime, content } = part.file;
  return mime.startsWith('image/')
    ? `[The image “${name}” is left out: this model takes no images.]`
    : `Attached file “${name}” (${mime}):\n\n${content}`;
}

function assistantText(part: AssistantPart): string {
  if (part.is === 'reasoning') return '';
  return part.is === 'text' ? part.text : `[Called ${part.tool} with ${JSON.stringify(part.args)}]`;
}
