/** The diff: every kind of change, before the yes and after it, and the way back. */
import { answered, callRow, card, send } from './support/app.ts';
import { diffLines } from './support/diff.ts';
import { start } from './support/start.ts';
import { expect, test } from './support/test.ts';
import { calls, say } from './support/turns.ts';

const write = (path: string, content: string): readonly [string, object] => ['file_write', { path, content }];

test('D1 D2 D3 D4 P9 every kind of change is shown truthfully, before and after, and put back', async ({
  page,
  folder,
  provider,
}) => {
  const long = Array.from({ length: 10_000 }, (_, at) => `line ${at + 1}`);
  const text = (lines: readonly string[]): string => `${lines.join('\n')}\n`;
  await folder.write('end.txt', 'a\nb');
  await folder.write('lf.txt', 'a\nb\n');
  await folder.write('image.bin', new Uint8Array([0, 1, 2, 255, 0, 254]));
  await folder.write('long.txt', text(long));
  await folder.write('gone.txt', 'last words\n');
  await folder.write('here.txt', 'moved\n');
  const before = new Map<string, Uint8Array>();
  for (const name of await folder.names()) before.set(name, await folder.bytes(name));
  const seen: readonly { call: readonly [string, object]; title: string; lines?: string[]; says?: RegExp }[] = [
    {
      call: write('new/made.txt', 'a\nb'),
      title: 'Approve Write file?',
      lines: ['@@ -0,0 +1,2 @@', '+a', '+b\\ No newline at end of file'],
    },
    {
      call: ['file_edit', { path: 'end.txt', old_text: 'b', new_text: 'b\n' }],
      title: 'Approve Edit file?',
      lines: ['@@ -1,2 +1,2 @@', ' a', '-b\\ No newline at end of file', '+b'],
    },
    {
      call: write('lf.txt', 'a\r\nb\r\n'),
      title: 'Approve Write file?',
      lines: ['@@ -1,2 +1,2 @@', '-a', '-b', '+a␍', '+b␍'],
      says: /Only line endings change: LF → CRLF\./,
    },
    { call: write('image.bin', 'text now\n'), title: 'Approve Write file?', says: /Binary content, not shown/ },
    {
      call: ['file_edit', { path: 'long.txt', old_text: 'line 5000\n', new_text: 'LINE 5000\n' }],
      title: 'Approve Edit file?',
      lines: [
        '@@ -4997,7 +4997,7 @@ line 4996',
        ' line 4997',
        ' line 4998',
        ' line 4999',
        '-line 5000',
        '+LINE 5000',
        ' line 5001',
        ' line 5002',
        ' line 5003',
      ],
    },
    {
      call: ['file_delete', { path: 'gone.txt' }],
      title: 'Approve Delete file?',
      lines: ['@@ -1 +0,0 @@', '-last words'],
    },
    {
      call: ['file_rename', { from: 'here.txt', to: 'there/now.txt' }],
      title: 'Approve Rename file?',
      says: /From:\s*here\.txt\s*To:\s*there\/now\.txt/,
    },
  ];
  provider.script([calls(...seen.map(({ call }) => call)), say('All done.')]);
  await start(page, folder, provider);
  await send(page, 'Change everything.');
  for (const [index, { title, call, lines, says }] of seen.entries()) {
    const ask = card(page, title);
    const path = Object.values(call[1])[0] as string;
    await expect(ask).toContainText(path);
    await expect(callRow(page, 'queued'), 'changes queue, each planned after the one before').toHaveCount(
      seen.length - 1 - index,
    );
    await ask.getByRole('button', { name: 'View diff' }).click();
    if (lines) expect(await diffLines(ask), path).toEqual(lines);
    if (says) await expect(ask).toContainText(says);
    await ask.getByRole('button', { name: 'Approve' }).click();
    await expect(callRow(page, path)).toHaveAttribute('data-at', 'done');
  }
  await answered(page, 'All done.');
  expect(await folder.names()).toEqual([
    'end.txt',
    'image.bin',
    'lf.txt',
    'long.txt',
    'new',
    'new/made.txt',
    'there',
    'there/now.txt',
  ]);
  expect(await folder.text('lf.txt')).toBe('a\r\nb\r\n');
  expect(await folder.text('long.txt')).toBe(text(long).replace('line 5000\n', 'LINE 5000\n'));

  await test.step('the diff stays in the details; Revert is refused once the file has changed since', async () => {
    const row = callRow(page, 'end.txt');
    await row.getByRole('button').first().click();
    await row.getByRole('button', { name: 'View diff' }).click();
    expect(await diffLines(row)).toEqual(['@@ -1,2 +1,2 @@', ' a', '-b\\ No newline at end of file', '+b']);
    await row.getByText('Side by side').click();
    await expect(row.locator('.diff.side-by-side')).toHaveAttribute('aria-busy', 'false');
    await folder.write('end.txt', 'the person’s own words\n');
    await row.getByRole('button', { name: 'Revert' }).click();
    await expect(row.getByRole('alert')).toContainText('end.txt was not put back: it has been changed since.');
    expect(await folder.text('end.txt')).toBe('the person’s own words\n');
    await folder.write('end.txt', 'a\nb\n');
  });

  await test.step('all together, newest first, to the very bytes there were', async () => {
    await page.getByRole('button', { name: 'Revert all changes' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revert 7 changes' }).click();
    await expect(page.getByText('7 changes put back.')).toBeVisible();
    expect(await folder.names()).toEqual([...before.keys()]);
    for (const [name, bytes] of before) expect(await folder.bytes(name), name).toEqual(bytes);
  });
});
