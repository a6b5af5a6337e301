import { afterEach, expect, test } from 'vitest';
import { makeProjectFolder, openProjectFolder, removeProjectFolder } from './folders.ts';
import { persist, space } from './space.ts';
import { faultOf, must } from './testing/fresh.ts';

const made: string[] = [];
const freshId = (): string => {
  const id = crypto.randomUUID();
  made.push(id);
  return id;
};
afterEach(async () => {
  for (const id of made.splice(0)) must(await removeProjectFolder(id));
});

async function write(folder: FileSystemDirectoryHandle, name: string, text: string): Promise<FileSystemFileHandle> {
  const file = await folder.getFileHandle(name, { create: true });
  const out = await file.createWritable();
  await out.write(text);
  await out.close();
  return file;
}

test('P2 a project’s folder is made once, opened again with its files, and removed with all in it', async () => {
  const id = freshId();
  const folder = must(await makeProjectFolder(id));
  await write(folder, 'a.txt', 'hello');
  const deep = await (await folder.getDirectoryHandle('x', { create: true })).getDirectoryHandle('y', { create: true });
  await write(deep, 'b.txt', 'deep');
  const again = must(await openProjectFolder(id));
  expect(await (await (await again.getFileHandle('a.txt')).getFile()).text()).toBe('hello');
  expect(must(await makeProjectFolder(id)).name).toBe(id);
  must(await removeProjectFolder(id));
  const gone = await openProjectFolder(id);
  expect(gone).toMatchObject({ ok: false, fault: { code: 'not-found' } });
  must(await removeProjectFolder(id));
});

test('P2 removing one project leaves the others', async () => {
  const [one, two] = [freshId(), freshId()];
  must(await makeProjectFolder(one));
  await write(must(await makeProjectFolder(two)), 'a.txt', 'stays');
  must(await removeProjectFolder(one));
  expect((await must(await openProjectFolder(two)).getFileHandle('a.txt')).name).toBe('a.txt');
});

test('P2 a file in use is named, the rest goes, and a second try ends it', async () => {
  const id = freshId();
  const folder = must(await makeProjectFolder(id));
  const busy = await write(await folder.getDirectoryHandle('x', { create: true }), 'busy.txt', '1');
  await write(folder, 'free.txt', '2');
  const holding = await busy.createWritable();
  const removal = await removeProjectFolder(id);
  expect(faultOf(removal)).toMatch(/^locked: .*x\/busy\.txt/u);
  await expect(folder.getFileHandle('free.txt')).rejects.toThrow(/could not be found/u);
  await holding.abort();
  must(await removeProjectFolder(id));
});

test('P5 an id that could name another place is refused', async () => {
  for (const id of ['..', '.', '', 'a/b', 'a\\b', '../projects', 'a\0b']) {
    expect(await makeProjectFolder(id)).toMatchObject({ ok: false, fault: { code: 'bug' } });
    expect(await removeProjectFolder(id)).toMatchObject({ ok: false, fault: { code: 'bug' } });
  }
});

test('W1 the space used and allowed is known, and keeping it can be asked for', async () => {
  const now = must(await space());
  expect(now.quota).toBeGreaterThan(0);
  expect(now.used).toBeGreaterThanOrEqual(0);
  expect(typeof must(await persist())).toBe('boolean');
});
