import { addProvider, answered, openApp, send } from './support/app.ts';
import { grantFolder } from './support/folder.ts';
import { expect, test } from './support/test.ts';
import { calls, say } from './support/turns.ts';

/** A 1×1 PNG. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('V2 P6 images and text files go with a message, survive a reload, and what models cannot read is refused', async ({
  page,
  provider,
}) => {
  provider.script([say('A dot and a note.'), say('The same dot.')]);
  await openApp(page);
  await addProvider(page, provider);
  const chooser = page.getByLabel('Files to attach');
  await chooser.setInputFiles([
    { name: 'dot.png', mimeType: 'image/png', buffer: png },
    { name: 'note.md', mimeType: 'text/markdown', buffer: Buffer.from('# Käse') },
    { name: 'tool.bin', mimeType: 'application/octet-stream', buffer: Buffer.from([0, 1, 2, 255]) },
  ]);
  const waiting = page.getByRole('list', { name: 'Attached files' });
  await expect(waiting.getByRole('listitem')).toHaveCount(2);
  await expect(page.getByText(/“tool\.bin” is neither text nor an image/)).toBeVisible();
  await expect(page.getByRole('img', { name: 'Preview of dot.png' })).toBeVisible();

  await send(page, 'What is this?');
  await answered(page, 'A dot and a note.');
  const first = JSON.stringify((await provider.request(0)).body.messages.at(-1));
  expect(first).toContain(`data:image/png;base64,${png.toString('base64')}`);
  expect(first).toContain('# Käse');

  await page.reload();
  await expect(page.getByRole('img', { name: 'Preview of dot.png' })).toBeVisible();
  await send(page, 'And now?');
  await answered(page, 'The same dot.');
  expect(JSON.stringify((await provider.request(1)).body.messages)).toContain(png.toString('base64'));
});

test('P6 an image that file_read cannot give as text is offered as an attachment', async ({
  page,
  provider,
  folder,
}) => {
  await folder.write('art/dot.png', png);
  provider.script([calls(['file_read', { path: 'art/dot.png' }]), say('It is an image.')]);
  await openApp(page);
  await grantFolder(page, folder.path);
  await addProvider(page, provider);
  await send(page, 'Read the picture');
  await answered(page, 'It is an image.');
  await page.getByRole('button', { name: /Read file/ }).click();
  await page.getByRole('button', { name: 'Attach to message' }).click();
  await expect(page.getByRole('list', { name: 'Attached files' }).getByText('dot.png')).toBeVisible();
});
