import { expect, test } from 'vitest';
import { fileTool } from '../../core/builtin.ts';
import { readArguments } from '../../core/listen.ts';
import { misfit } from './misfit.ts';

test('V8 arguments with names of JavaScript’s own fit no tool', async () => {
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    const args = readArguments(`{"path":"a.txt","${name}":{"path":"b.txt"}}`);
    if (args === null) throw new Error('not read');
    expect(await misfit(fileTool('file_read'), args), name).toContain(name);
    const alone = readArguments(`{"${name}":{"path":"b.txt"}}`);
    expect(await misfit(fileTool('file_read'), alone ?? {}), name).toContain('path');
  }
});

test('V8 a hundred thousand wrong arguments are told in a few words', async () => {
  const args = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`x${at}`, at]));
  const said = await misfit(fileTool('file_read'), args);
  expect(said?.length ?? 0).toBeGreaterThan(0);
  expect(said?.length ?? 0).toBeLessThan(2_000);
  const long = await misfit(fileTool('file_read'), { path: 'a', ['y'.repeat(5_000_000)]: 1 });
  expect(long?.length ?? 0).toBeLessThan(2_000);
});
