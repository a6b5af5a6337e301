/** `${input:token}`, `${env:KEY}`, `${KEY:-default}`: what a file leaves open (row M8). */
import type { Placeholder } from '../../../core/serverdraft.ts';
import type { Input } from './shape.ts';

const placeholder = /\$\{([^{}\n]{1,200})\}/g;

/** The placeholders of a text, each once. */
export const placeholdersOf = (text: string): string[] => [
  ...new Set(Array.from(text.matchAll(placeholder), (match) => match[0])),
];

/** Puts in what the file itself says: the entry's own environment, and defaults. */
export function resolved(
  text: string,
  env: Readonly<Record<string, unknown>>,
  inputs: ReadonlyMap<string, Input>,
): string {
  return text.replace(placeholder, (whole, inside: string) => {
    const [, name = '', standard] = /^(?:env:)?(.*?)(?::-(.*))?$/s.exec(inside) ?? [];
    const own = Object.hasOwn(env, name) ? env[name] : undefined;
    if (typeof own === 'string' && own !== '' && placeholdersOf(own).length === 0) return own;
    const asked = inputs.get(inside.replace(/^input:/, ''));
    if (inside.startsWith('input:') && asked?.default !== undefined && !asked.password) return asked.default;
    return standard ?? whole;
  });
}

const secretName = /token|key|secret|pass|auth|pat\b/i;

/** A placeholder as it is asked for. */
export function wanted(text: string, inputs: ReadonlyMap<string, Input>, inHeader: boolean): Placeholder {
  const asked = inputs.get(text.slice(2, -1).replace(/^input:/, ''));
  return {
    text,
    about: asked?.description ?? '',
    secret: inHeader || asked?.password === true || secretName.test(text),
  };
}
