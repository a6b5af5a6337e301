import type { Tool } from '../../../core/tool.ts';

/** What a server says of a tool in its annotations, as words; they are the server's claim, and decide nothing but T2's default. */
export function hintWords({
  hints,
  readOnlyHint,
}: Tool): readonly { readonly words: string; readonly warns: boolean }[] {
  const is = (name: string): boolean | null => {
    const value = hints?.[name];
    return typeof value === 'boolean' ? value : null;
  };
  const words: { readonly words: string; readonly warns: boolean }[] = [];
  // Of a tool that only reads the others say nothing.
  if (readOnlyHint === true) words.push({ words: 'read-only', warns: false });
  if (readOnlyHint === false) words.push({ words: 'makes changes', warns: false });
  if (is('destructiveHint') === true && readOnlyHint !== true) words.push({ words: 'destructive', warns: true });
  if (is('idempotentHint') === true && readOnlyHint !== true) words.push({ words: 'idempotent', warns: false });
  if (is('openWorldHint') === true) words.push({ words: 'open world', warns: false });
  return words;
}
