import { afterEach, expect, test } from 'vitest';
import { normalise } from '../../core/path.ts';
import { makeProjectFolder, removeProjectFolder } from '../../storage/folders.ts';
import { sampleFiles } from './files.ts';
import { createSample } from './sample.ts';

const id = `sample-${crypto.randomUUID()}`;
afterEach(() => removeProjectFolder(id));

async function root(): Promise<FileSystemDirectoryHandle> {
  const made = await makeProjectFolder(id);
  if (!made.ok) throw new Error(made.fault.message);
  return made.value;
}

async function textsIn(folder: FileSystemDirectoryHandle, at = ''): Promise<[string, string][]> {
  const texts: [string, string][] = [];
  for await (const [name, entry] of folder.entries()) {
    if (entry instanceof FileSystemDirectoryHandle) texts.push(...(await textsIn(entry, `${at}${name}/`)));
    else if (entry instanceof FileSystemFileHandle) texts.push([at + name, await (await entry.getFile()).text()]);
  }
  return texts.toSorted(([a], [b]) => (a < b ? -1 : 1));
}

test('P3 the sample is written into the browser’s own file system, every file as it was written for it', async () => {
  const folder = await root();
  expect(await createSample(folder)).toEqual({ ok: true, value: undefined });
  expect(await textsIn(folder)).toEqual([...sampleFiles]);
});

test('P3 creating it a second time puts every file back', async () => {
  const folder = await root();
  await createSample(folder);
  await folder.removeEntry('README.md');
  await (await folder.getDirectoryHandle('data')).removeEntry('loans.json');
  expect(await createSample(folder)).toMatchObject({ ok: true });
  expect(await textsIn(folder)).toEqual([...sampleFiles]);
});

test('P3 it is a small code base with folders, tests, docs, an ignored file and hidden files', () => {
  const paths = [...sampleFiles.keys()];
  expect(paths.length).toBeGreaterThanOrEqual(15);
  for (const path of [
    'README.md',
    '.gitignore',
    '.env.example',
    'src/loans/fees.ts',
    'test/fees.test.ts',
    'docs/rules.md',
    'tmp/import.log',
  ]) {
    expect(paths).toContain(path);
  }
  expect(sampleFiles.get('.gitignore')).toMatch(/^tmp\/$/mu);
});

test('P5 every path of it is one that the tools accept, and no text is empty or has stray line endings', () => {
  for (const [path, text] of sampleFiles) {
    expect(normalise(path, false)).toEqual({ ok: true, value: path });
    expect(text).toMatch(/\S\n$/u);
    expect(text).not.toMatch(/\r|[ \t]$/mu);
  }
});

test('P3 the JSON of it parses', () => {
  const json = [...sampleFiles].filter(([path]) => path.endsWith('.json'));
  expect(json).toHaveLength(3);
  for (const [, text] of json) expect(() => void JSON.parse(text)).not.toThrow();
});

test('U6 a folder that cannot be written is told with what to do', async () => {
  const folder = await root();
  await folder.getDirectoryHandle('README.md', { create: true });
  const made = await createSample(folder);
  expect(made).toMatchObject({ ok: false, fault: { code: 'storage' } });
});
