import { expect, test } from 'vitest';
import { attachmentType } from './attachment.ts';

test('V2 images and text go with a message, each under its type', () => {
  expect(attachmentType('a.png', 'image/png', 10, null)).toEqual({ ok: true, value: 'image/png' });
  expect(attachmentType('a.ts', '', 10, 'let a;')).toEqual({ ok: true, value: 'text/plain' });
  expect(attachmentType('a.md', 'text/markdown', 10, '# a')).toEqual({ ok: true, value: 'text/markdown' });
  expect(attachmentType('a.json', 'application/json', 2, '{}')).toEqual({ ok: true, value: 'text/plain' });
});

test('V2 what models cannot read is refused with the reason: too large, binary, an image of another kind', () => {
  const refused = (outcome: ReturnType<typeof attachmentType>): string => (outcome.ok ? 'taken' : outcome.fault.code);
  expect(refused(attachmentType('a.png', 'image/png', 10 * 1024 * 1024 + 1, null))).toBe('too-large');
  expect(refused(attachmentType('a.bin', '', 10, null))).toBe('binary');
  expect(refused(attachmentType('a.txt', 'text/plain', 10, 'a\0b'))).toBe('binary');
  expect(refused(attachmentType('a.tiff', 'image/tiff', 10, null))).toBe('binary');
});
