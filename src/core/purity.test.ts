import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

const core = dirname(fileURLToPath(import.meta.url));
const files = readdirSync(core, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
);

/** The world: a clock, chance, the network, the page, the process. */
const world = new Set(
  ['Date', 'performance', 'crypto', 'fetch', 'document', 'window', 'self', 'globalThis', 'navigator', 'localStorage']
    .concat(['indexedDB', 'setTimeout', 'setInterval', 'queueMicrotask', 'console', 'process', 'require', 'Function'])
    .concat(['eval', 'URL', 'AbortSignal', 'WebAssembly', 'Worker', 'postMessage', 'Intl']),
);

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Names that say nothing about the world: `log.window`, `{ window: 1 }`. */
function isLabel(parent: Node, key: string): boolean {
  if (parent['computed'] === true) return false;
  return (parent.type === 'MemberExpression' && key === 'property') || (key === 'key' && parent['shorthand'] !== true);
}

/** Everything a source reaches for: what it imports, and the names of the world it speaks. */
function reaches(source: string): string[] {
  const found: string[] = [];
  const visit = (node: Node): void => {
    if (/^(Import|Export)/.test(node.type) && isNode(node['source'])) {
      const { value } = node['source'];
      const from = typeof value === 'string' ? value : 'a computed name';
      if (!/^\.\/[\w./-]+\.ts$/.test(from) || from.includes('..')) found.push(`imports ${from}`);
    }
    if (node.type === 'MemberExpression' && isNode(node['object']) && isNode(node['property'])) {
      if (node['object']['name'] === 'Math' && node['property']['name'] === 'random') found.push('Math.random');
    }
    for (const [key, value] of Object.entries(node)) {
      for (const child of Array.isArray(value) ? value : [value]) {
        if (!isNode(child)) continue;
        const name = child.type === 'Identifier' ? String(child['name']) : '';
        if (world.has(name) && !isLabel(node, key)) found.push(name);
        visit(child);
      }
    }
  };
  visit(parseSync('source.ts', source).program as unknown as Node);
  return found;
}

test.each(files)('the core is language only: %s imports no package and touches no clock, chance or page', (name) => {
  expect(reaches(readFileSync(join(core, name), 'utf8'))).toEqual([]);
});

test.each([
  ["import { z } from 'zod';", 'imports zod'],
  ["export { db } from '../storage/db.ts';", 'imports ../storage/db.ts'],
  ["const later = await import('./x.js');", 'imports ./x.js'],
  ['export const now = () => Date.now();', 'Date'],
  ['let at: Date;', 'Date'],
  ['export const id = () => Math.random();', 'Math.random'],
  ['const page = { document };', 'document'],
])('the purity check sees the world in: %s', (source, what) => {
  expect(reaches(source)).toContain(what);
});

test('the purity check lets labels and text pass', () => {
  expect(reaches("import { a } from './a.ts'; const o = { window: 1 }; a(o.window, 'Date'); // Math.random()")).toEqual(
    [],
  );
});
