/** The compiler holds the walls between the rooms: the project's own tsconfig files, on a house with few lines a room. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const project = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const house = mkdtempSync(join(tmpdir(), 'sluice-walls-'));
const rooms = ['core', 'storage', 'workers', 'app'];

const allowed: readonly (readonly [room: string, from: string])[] = [
  ['storage', 'core'],
  ['workers', 'core'],
  ['app', 'core'],
  ['app', 'storage'],
];
const walled: readonly (readonly [room: string, from: string])[] = [
  ['core', 'storage'],
  ['core', 'app'],
  ['storage', 'app'],
  ['workers', 'storage'],
  ['workers', 'app'],
  ['app', 'workers'],
];
const unspeakable: readonly (readonly [room: string, what: string, expression: string])[] = [
  ['core', 'document', 'document.title'],
  ['core', 'fetch', 'fetch("x")'],
  ['core', 'timer', 'setTimeout(() => {}, 1)'],
  ['workers', 'document', 'document.title'],
];

const write = (room: string, name: string, text: string): void =>
  writeFileSync(join(house, 'src', room, `${name}.ts`), `${text}\n`);
const importing = (from: string): string => `export { ${from} as it } from '../${from}/own.ts';`;

/** What the compiler says of the house as it stands. One run for many files: it is the slow part. */
function compile(): { readonly passed: boolean; readonly said: string } {
  const tsc = join(project, 'node_modules/.bin/tsc');
  const targets = rooms.map((room) => `src/${room}`);
  const { stdout, status } = spawnSync(tsc, ['-b', '--force', ...targets], { cwd: house, encoding: 'utf8' });
  return { passed: status === 0, said: stdout };
}

let lawful: ReturnType<typeof compile>;
let sideways: ReturnType<typeof compile>;

beforeAll(() => {
  cpSync(join(project, 'tsconfig.base.json'), join(house, 'tsconfig.base.json'));
  symlinkSync(join(project, 'node_modules'), join(house, 'node_modules'));
  for (const room of rooms) {
    mkdirSync(join(house, 'src', room), { recursive: true });
    cpSync(join(project, 'src', room, 'tsconfig.json'), join(house, 'src', room, 'tsconfig.json'));
    write(room, 'own', `export const ${room} = 1;`);
  }
  for (const [room, from] of allowed) write(room, `from-${from}`, importing(from));
  lawful = compile();
  for (const [room, from] of walled) write(room, `over-${from}`, importing(from));
  for (const [room, what, expression] of unspeakable) write(room, `speaks-${what}`, `export const it = ${expression};`);
  sideways = compile();
}, 60_000);
afterAll(() => rmSync(house, { recursive: true, force: true }));

test('app and workers may import the core, storage too, and app may import storage', () => {
  expect(lawful).toEqual({ passed: true, said: '' });
});

test.each(walled)('%s importing %s does not compile', (room, from) => {
  expect(sideways.said).toMatch(new RegExp(`src/${room}/over-${from}\\.ts\\(.*error TS6307`));
});

test.each(unspeakable)('%s cannot speak of a %s', (room, what) => {
  expect(sideways.said).toMatch(new RegExp(`src/${room}/speaks-${what}\\.ts\\(.*error TS2(304|584)`));
});
