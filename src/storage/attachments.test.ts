import { expect, test } from 'vitest';
import { dropAttachment, keepAttachment, readAttachment } from './attachments.ts';

test('W1 an attached file is kept byte for byte, read back, and let go', async () => {
  const bytes = new Uint8Array([0, 255, 10, 13]);
  expect(await keepAttachment('att000001', new Blob([bytes]))).toEqual({ ok: true, value: undefined });
  const read = await readAttachment('att000001');
  if (!read.ok || read.value === null) throw new Error('it is kept');
  expect(new Uint8Array(await read.value.arrayBuffer())).toEqual(bytes);
  await dropAttachment('att000001');
  expect(await readAttachment('att000001')).toEqual({ ok: true, value: null });
});

test('W1 an id that could name another place is not used', async () => {
  expect((await keepAttachment('../keep/x', new Blob(['x']))).ok).toBe(false);
  expect(await readAttachment('../keep/x')).toEqual({ ok: true, value: null });
});
