import { isObject } from '../../core/json.ts';
import type { Message } from '../../core/model.ts';

/** What a provider would refuse in a request’s messages (row V3); empty where they are valid. */
export function invalid(messages: readonly Message[]): string[] {
  const faults: string[] = [];
  const ids = new Set<string>();
  if (messages[0]?.role !== 'user') faults.push('the first message is not the person’s');
  for (const [at, message] of messages.entries()) {
    const next = messages[at + 1];
    if (message.role !== 'tool' && next?.role === message.role) faults.push(`two ${message.role} messages in a row`);
    if (message.role === 'tool') {
      if (messages[at - 1]?.role !== 'assistant') faults.push('results that follow no calls');
      if (message.answers.length === 0) faults.push('an empty message of results');
      for (const answer of message.answers) if (answer.text === '') faults.push('an empty result');
      continue;
    }
    if (message.parts.length === 0) faults.push(`an empty ${message.role} message`);
    if (message.role === 'user') continue;
    const calls = message.parts.flatMap((part) => (part.is === 'call' ? [part] : []));
    const said = message.parts.some((part) => part.is === 'text' && part.text !== '');
    if (calls.length === 0 && !said) faults.push('an assistant message with neither text nor calls');
    for (const call of calls) {
      if (ids.has(call.id)) faults.push(`the id ${call.id} twice`);
      ids.add(call.id);
      if (!isObject(call.args)) faults.push('arguments that are no object');
      if (!/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/u.test(call.tool)) faults.push(`the name “${call.tool}”`);
    }
    const answered = next?.role === 'tool' ? next.answers.map((answer) => `${answer.call} ${answer.tool}`) : [];
    if (answered.join() !== calls.map((call) => `${call.id} ${call.tool}`).join()) {
      faults.push('calls that are not each answered once, in order, right after');
    }
  }
  return faults;
}
