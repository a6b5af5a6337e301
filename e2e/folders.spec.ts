/** Folders as they come: dropped, cancelled, granted twice, moved away, kept in the browser, full of odd names. */
import { execFileSync } from 'node:child_process';
import { readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { addProvider, answered, card, cards, openApp, send, sidebar, toolAnswers } from './support/app.ts';
import { dropFolder, grantFolder } from './support/folder.ts';
import { start } from './support/start.ts';
import { expect, test } from './support/test.ts';
import { calls, say } from './support/turns.ts';

test('P1 a folder comes by drop or by picker, one folder is one project, and a cancelled picker changes nothing', async ({
  page,
  folder,
}) => {
  await folder.write('a.txt', 'a');
  const projects = sidebar(page).getByRole('button', { name: /^Actions for (project|Sample project)$/ });
  const project = sidebar(page).getByRole('button', { name: 'Actions for project', exact: true });
  const messages = page.getByRole('region', { name: 'Messages' });
  await openApp(page);
  await expect(projects).toHaveCount(1);

  await page.getByRole('button', { name: 'Add a project' }).click();
  await page.getByRole('menuitem', { name: 'Grant folder' }).click();
  await expect(messages).toContainText('No folder was granted.');
  await messages.getByRole('button', { name: 'Dismiss' }).click();
  await expect(projects).toHaveCount(1);

  await dropFolder(page, folder.path);
  await expect(project).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Project: project' })).toBeVisible();
  await grantFolder(page, folder.path);
  await dropFolder(page, folder.path, { x: 700, y: 400 });
  await expect(page.getByText('Drop a folder to open it as a project')).toHaveCount(0);
  await expect(project).toHaveCount(1);

  await dropFolder(page, join(folder.path, 'a.txt'));
  await expect(page.getByText('a.txt'), 'a file goes with the next message instead').toBeVisible();
  await expect(projects).toHaveCount(2);

  await project.click();
  await page.getByRole('menuitem', { name: 'Remove…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(project).toHaveCount(0);
  expect(await folder.text('a.txt'), 'the files on the disk stay').toBe('a');
});

test('P1 U6 a folder that is moved away says so, loses nothing, and works again when it is back', async ({
  page,
  folder,
  provider,
}) => {
  await folder.write('a.txt', 'text of a');
  const read = calls(['file_read', { path: 'a.txt' }]);
  provider.script([read, say('I read it.'), read, calls(['file_write', { path: 'b.txt', content: 'b' }])]);
  provider.script([say('It is gone.'), read, say('It is back.')]);
  await start(page, folder, provider);
  await send(page, 'Read it.');
  await answered(page, 'I read it.');
  const away = join(dirname(folder.path), 'elsewhere');
  await rename(folder.path, away);
  await send(page, 'Once more.');
  await answered(page, 'It is gone.');
  await expect(cards(page)).toHaveCount(0);
  const told = [...toolAnswers(await provider.request(3)), ...toolAnswers(await provider.request(4))];
  for (const text of told) expect(text).toMatch(/^Failed: .*folder.*(moved|renamed|deleted|removed)/i);
  await expect(page.getByRole('log')).toContainText('I read it.');
  await rename(away, folder.path);
  await send(page, 'And now?');
  await answered(page, 'It is back.');
  expect(toolAnswers(await provider.request(6))).toEqual([expect.stringContaining('text of a')]);
  expect(await folder.names()).toEqual(['a.txt']);
});

test('P2 a project kept in the browser is filled from a folder, changed, and downloaded as a zip', async ({
  page,
  folder,
  provider,
}) => {
  const bytes = new Uint8Array([0, 255, 13, 10, 1]);
  await folder.write('notes/one.txt', 'one\r\n');
  await folder.write('notes/raw.bin', bytes);
  await folder.write('top.txt', 'top');
  provider.script([calls(['file_write', { path: 'notes/made.txt', content: 'made\n' }]), say('Made.')]);
  await openApp(page);
  await addProvider(page, provider);
  await page.getByRole('button', { name: 'Add a project' }).click();
  await page.getByRole('menuitem', { name: 'New project in the browser' }).click();
  const dialog = page.getByRole('dialog', { name: 'New project in the browser' });
  await dialog.getByLabel('Folder').setInputFiles(folder.path);
  await expect(dialog.getByText('3 files chosen')).toBeVisible();
  await expect(dialog.getByLabel('Name')).toHaveValue('project');
  await dialog.getByLabel('Name').fill('Kept here');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('button', { name: 'Project: Kept here' })).toBeVisible();
  await expect(sidebar(page).getByRole('button', { name: /^Kept here.*in browser/ })).toBeVisible();
  await send(page, 'Make a file.');
  await card(page, 'Approve Write file?').getByRole('button', { name: 'Approve' }).click();
  await answered(page, 'Made.');
  await sidebar(page).getByRole('button', { name: 'Actions for Kept here' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download as zip' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('Kept here.zip');
  const zip = unzipSync(await readFile(await download.path()));
  const files = Object.fromEntries(
    Object.entries(zip)
      .filter(([name]) => !name.endsWith('/'))
      .map(([name, content]) => [name, Buffer.from(content).toString('latin1')]),
  );
  expect(files).toEqual({
    'notes/made.txt': 'made\n',
    'notes/one.txt': 'one\r\n',
    'notes/raw.bin': Buffer.from(bytes).toString('latin1'),
    'top.txt': 'top',
  });
  expect(await folder.names(), 'the folder on the disk was only copied').not.toContain('notes/made.txt');
});

test('P3 the sample project is there on first run, can be removed, and stays removed', async ({ page }) => {
  const sample = sidebar(page).getByRole('button', { name: 'Actions for Sample project' });
  await openApp(page);
  await expect(sample).toBeVisible();
  await page.reload();
  await expect(sample).toHaveCount(1);
  await sample.click();
  await page.getByRole('menuitem', { name: 'Remove…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(sample).toHaveCount(0);
  await page.reload();
  await expect(sidebar(page).getByText('None yet. Add one with +')).toBeVisible();
  await expect(sample).toHaveCount(0);
});

test('P5 names by Unicode and case, secrets and symlinks in a renamed folder', async ({ page, folder, provider }) => {
  const nfd = 'cafe\u0301.txt';
  await folder.write(nfd, 'un café\n');
  await folder.write('Readme.txt', 'case\n');
  await folder.write('keys/.env', 'TOKEN=1\n');
  await folder.write('keys/plain.txt', 'plain\n');
  await folder.write('linked/file.txt', 'file\n');
  await writeFile(join(dirname(folder.path), 'target.txt'), 'target');
  await symlink('../../target.txt', join(folder.path, 'linked/link.txt'));
  provider.script([
    calls(['file_read', { path: 'caf\u00e9.txt' }]),
    calls(['file_edit', { path: 'caf\u00e9.txt', old_text: 'un', new_text: 'le' }]),
    calls(['file_rename', { from: 'Readme.txt', to: 'README.txt' }]),
    calls(['file_rename', { from: 'keys', to: 'moved-keys' }]),
    calls(['file_rename', { from: 'linked', to: 'moved' }]),
    say('So it is.'),
  ]);
  await start(page, folder, provider);
  await send(page, 'Try names.');
  const approve = async (title: string, text: string): Promise<void> => {
    await expect(card(page, title)).toContainText(text);
    await card(page, title).getByRole('button', { name: 'Approve' }).click();
  };
  await approve('Approve Edit file?', 'caf');
  await approve('Approve Rename file?', 'README.txt');
  await approve('Approve Rename file?', 'moved');
  await answered(page, 'So it is.');
  expect(toolAnswers(await provider.request(1))[0], 'composed and decomposed are one name').toContain('un café');
  expect(await folder.text(nfd)).toBe('le café\n');
  const [keys] = toolAnswers(await provider.request(4));
  expect(keys).toMatch(/^Failed: .*\.env/);
  expect(await folder.text('keys/plain.txt')).toBe('plain\n');
  const [moved] = toolAnswers(await provider.request(5));
  expect(moved, 'what could not be moved is said').toMatch(/link|could not|left/i);
  expect(await folder.text('moved/file.txt')).toBe('file\n');
  expect(await readFile(join(dirname(folder.path), 'target.txt'), 'utf8')).toBe('target');
  const top = await readdir(folder.path);
  expect(top).toContain(nfd);
  expect(top).toContain('README.txt');
  expect(top).not.toContain('Readme.txt');
  expect(top.filter((name) => name.normalize() === nfd.normalize())).toHaveLength(1);
});

test('P10 U6 entries that cannot be read neither hang nor empty a search, and are counted', async ({
  page,
  folder,
  provider,
}) => {
  await folder.write('a.txt', 'needle\n');
  execFileSync('mkfifo', [join(folder.path, 'pipe')]);
  await symlink('nowhere', join(folder.path, 'dangling'));
  await writeFile(Buffer.concat([Buffer.from(`${folder.path}/`), Buffer.from([0x62, 0xe4, 0x2e, 0x74])]), 'needle\n');
  provider.script([
    calls(['grep', { pattern: 'needle' }], ['list_directory', {}], ['file_read', { path: 'pipe' }]),
    say('I looked.'),
  ]);
  await start(page, folder, provider);
  await send(page, 'Search.');
  await answered(page, 'I looked.');
  const [found, listed, pipe] = toolAnswers(await provider.request(1));
  expect(found).toContain('a.txt:1:needle');
  expect(found).toContain('1 entry whose name is no valid Unicode');
  expect(listed).toMatch(/^a\.txt\npipe\n\n\[Not shown: 1 entry whose name is no valid Unicode\.\]$/);
  expect(pipe, 'a pipe is an empty file to the browser; reading it ends').toBe('(no output)');
});
