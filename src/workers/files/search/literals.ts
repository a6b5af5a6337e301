import type { Node } from './syntax.ts';

const mostChoices = 32;
const mostChars = 64;

/** The text of a tree that is nothing but plain characters; null for any other. */
export function plainText(node: Node): string | null {
  if (node.is === 'char') return String.fromCodePoint(node.code);
  if (node.is !== 'cat') return null;
  let text = '';
  for (const part of node.parts) {
    const piece = plainText(part);
    if (piece === null) return null;
    text += piece;
  }
  return text;
}

/** Whether all or none of a tree’s characters ignore letter case, so that one plain search can stand for it. */
export function foldsEvenly(node: Node): boolean {
  return !folds(node) || (node.is === 'cat' ? node.parts.every((part) => folds(part) && foldsEvenly(part)) : true);
}

/** Whether any character of a tree ignores letter case. */
export function folds(node: Node): boolean {
  if (node.is === 'cat' || node.is === 'alt') return node.parts.some(folds);
  if (node.is === 'repeat') return folds(node.of);
  return (node.is === 'char' || node.is === 'set') && node.fold;
}

const shortest = (choices: readonly string[]): number => Math.min(...choices.map((choice) => choice.length));

function better(a: readonly string[] | null, b: readonly string[] | null): readonly string[] | null {
  if (a === null || b === null) return a ?? b;
  const difference = shortest(b) - shortest(a);
  if (difference !== 0) return difference > 0 ? b : a;
  return b.length < a.length ? b : a;
}

/**
 * Texts of which every match holds at least one, or null where there is nothing of the kind. These are looked for
 * first, and the expression is run only on lines that hold one: an engine in JavaScript costs 1–140 ms a MB.
 */
export function required(node: Node): readonly string[] | null {
  switch (node.is) {
    case 'char':
      return [String.fromCodePoint(node.code)];
    case 'cat':
      return ofCat(node.parts);
    case 'alt': {
      const all: string[] = [];
      for (const part of node.parts) {
        const choices = required(part);
        if (choices === null) return null;
        all.push(...choices);
      }
      return all.length > mostChoices ? null : all;
    }
    case 'repeat':
      return node.least > 0 ? required(node.of) : null;
    case 'set':
    case 'any':
    case 'edge':
      break;
  }
  return null;
}

function ofCat(parts: readonly Node[]): readonly string[] | null {
  let best: readonly string[] | null = null;
  let run = '';
  const close = (): void => {
    if (run !== '') best = better(best, [run.length > mostChars ? cut(run) : run]);
    run = '';
  };
  for (const part of parts) {
    const text = plainText(part);
    if (text !== null) run += text;
    // An edge takes no character, so the text runs on across it.
    else if (part.is !== 'edge') {
      close();
      best = better(best, required(part));
    }
  }
  close();
  return best;
}

/** The first characters, never half of one. */
const cut = (text: string): string => text.slice(0, mostChars).replace(/[\ud800-\udbff]$/u, '');
