/** The compiler holds the walls between the rooms: the project's own tsconfig files, on a house with one line a room. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const project = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const house = mkdtempSync(join(tmpdir(), 'sluice-walls-'));
const rooms = ['core', 'storage', 'workers', 'app'];

beforeAll(() => {
  cpSync(join(project, 'tsconfig.base.json'), join(house, 'tsconfig.base.json'));
  symlinkSync(join(project, 'node_modules'), join(house, 'node_modules'));
  for (const room of rooms) {
    mkdirSync(join(house, 'src', room), { recursive: true });
    cpSync(join(project, 'src', room, 'tsconfig.json'), join(house, 'src', room, 'tsconfig.json'));
    writeFileSync(join(house, 'src', room, 'own.ts'), `export const ${room} = 1;\n`);
  }
});
afterAll(() => rmSync(house, { recursive: true, force: true }));

/** What the compiler says of one room that holds one more file. */
function compile(room: string, source: string): string {
  const extra = join(house, 'src', room, 'extra.ts');
  writeFileSync(extra, source);
  const { stdout, status } = spawnSync(join(project, 'node_modules/.bin/tsc'), ['-b', `src/${room}`, '--force'], {
    cwd: house,
    encoding: 'utf8',
  });
  rmSync(extra);
  return status === 0 ? '' : stdout;
}

test.each([
  ['storage', 'core'],
  ['workers', 'core'],
  ['app', 'core'],
  ['app', 'storage'],
])(
  '%s may import %s',
  (room, from) => {
    expect(compile(room, `export { ${from} as it } from '../${from}/own.ts';\n`)).toBe('');
  },
  30_000,
);

test.each([
  ['core', 'storage'],
  ['core', 'app'],
  ['storage', 'app'],
  ['workers', 'storage'],
  ['workers', 'app'],
  ['app', 'workers'],
])(
  '%s importing %s does not compile',
  (room, from) => {
    expect(compile(room, `export { ${from} as it } from '../${from}/own.ts';\n`)).toMatch(/extra\.ts.*error TS6307/);
  },
  30_000,
);

test.each([
  ['core', 'document.title'],
  ['core', 'fetch("x")'],
  ['core', 'setTimeout(() => {}, 1)'],
  ['workers', 'document.title'],
])(
  '%s cannot speak of %s',
  (room, expression) => {
    expect(compile(room, `export const it = ${expression};\n`)).toMatch(/extra\.ts.*error TS2(304|584)/);
  },
  30_000,
);
