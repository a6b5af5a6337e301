import type { Node } from './syntax.ts';

/** How a tree's edges (`\b`, `^`, `$`) lie towards its characters. */
interface Edges {
  /** It can match without taking a character. */
  readonly empty: boolean;
  /** A `\b` or `^` may stand before its first character; a `\b` or `$` after its last. */
  readonly first: boolean;
  readonly last: boolean;
  /** Two of them may stand at one place. */
  readonly meet: boolean;
}

const none: Edges = { empty: true, first: false, last: false, meet: false };

function then(a: Edges, b: Edges): Edges {
  return {
    empty: a.empty && b.empty,
    first: a.first || (a.empty && b.first),
    last: b.last || (b.empty && a.last),
    meet: a.meet || b.meet || (a.last && b.first),
  };
}

function edgesOf(node: Node): Edges {
  switch (node.is) {
    case 'char':
    case 'set':
    case 'any':
      return { ...none, empty: false };
    case 'edge':
      return { ...none, first: node.at !== 'end', last: node.at !== 'begin' };
    case 'cat':
      return node.parts.map(edgesOf).reduce(then, none);
    case 'alt': {
      const all = node.parts.map(edgesOf);
      const any = (key: keyof Edges): boolean => all.some((edges) => edges[key]);
      return { empty: any('empty'), first: any('first'), last: any('last'), meet: any('meet') };
    }
    case 'repeat':
      break;
  }
  const once = edgesOf(node.of);
  const again = node.most === 1 ? once : then(once, once);
  return node.least === 0 ? { ...again, empty: true } : again;
}

/**
 * Whether two edges may stand at one place, the second of which would then find its mark (emit.ts) taken. Only such
 * trees need the engine's look-behinds, which are slow.
 */
export const edgesMeet = (node: Node): boolean => edgesOf(node).meet;
