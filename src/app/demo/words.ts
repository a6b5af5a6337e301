/** What the demo model says about a call that ended. It quotes what came back and claims nothing it did not see. */
import type { Json } from '../../core/json.ts';
import { hitsIn } from './places.ts';
import type { Seen } from './scene.ts';

const mostQuoted = 160;

/** A first line, short enough to quote. */
export function quoted(text: string): string {
  const line =
    text
      .split('\n')
      .find((each) => each.trim() !== '')
      ?.trim() ?? '';
  return `“${line.length > mostQuoted ? `${line.slice(0, mostQuoted)}…` : line}”`;
}

const plain = (value: Json | undefined): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null));

/** The arguments that the person put in place of the demo's. */
function changes(call: Seen): string {
  const names = [...new Set([...Object.keys(call.args), ...Object.keys(call.ran)])];
  const differ = names.filter((name) => plain(call.args[name]) !== plain(call.ran[name]));
  return differ.length === 0
    ? 'though I cannot tell from the note what you changed'
    : `it ran with ${differ.map((name) => `\`${name}\` ${call.ran[name] === undefined ? 'left out' : quoted(plain(call.ran[name]))}`).join(' and ')}`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A call that did not run, or did not work; null where it did. `what` is its name in the sentence: "the edit". */
export function trouble(call: Seen, what: string): string | null {
  if (call.end === 'ran') return null;
  if (call.end === 'declined') {
    const since = call.reason === '' ? '' : ` with the reason ${quoted(call.reason)}`;
    return `You declined ${what}${since}. It did not run, and I will not ask for it again in this answer.`;
  }
  if (call.end === 'rejected')
    return `A rule rejected ${what} before it could run, without a card: ${quoted(call.text)}`;
  if (call.end === 'stopped') return `I got no result for ${what}, since it was stopped; I cannot say what it did.`;
  return `${capital(what)} did not work. The tool says: ${quoted(call.text)}`;
}

/** A call that ran: the tool's own words, and what the person changed in it. */
export function done(call: Seen, what: string): string {
  const how = call.edited
    ? `You changed ${what} before it ran, and I was told so: ${changes(call)}.`
    : `${capital(what)} ran.`;
  return `${how} The tool says: ${quoted(call.text)}`;
}

/** What a search found. */
export function found(call: Seen): string {
  const no = trouble(call, 'the search');
  if (no !== null) return no;
  const hits = hitsIn(call.text);
  const pattern = plain(call.ran['pattern']);
  if (hits.length === 0) {
    return `The search for \`${pattern}\` found no line. The tool says: ${quoted(call.text)}`;
  }
  const files = [...new Set(hits.map((hit) => hit.path))];
  const named = files.slice(0, 3).map((path) => `\`${path}\``);
  const more = files.length > named.length ? ` and ${files.length - named.length} more` : '';
  const lines = hits.length === 1 ? 'one line' : `${hits.length} lines`;
  return `The search found \`${pattern}\` on ${lines}, in ${named.join(', ')}${more}.`;
}
