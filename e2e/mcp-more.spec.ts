/** Servers of other makes, each used for what it is there for, by a person in the tool console (rows M1, V4). */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openApp } from './support/app.ts';
import { addServer, runTool, strip } from './support/servers.ts';
import { expect, test } from './support/test.ts';
import { startFilesystem, startMemory, startThinking } from '../src/test/servers/bridged.ts';
import { startModern } from '../src/test/servers/modern.ts';

test('M1 V4 memory and sequential-thinking behind supergateway, filesystem behind mcp-proxy, and a 2026-07-28 server', async ({
  page,
  problems,
}) => {
  // Servers without a stream of their own say so to a GET.
  problems.allow(/Failed to load resource.*(400|404|405)/);
  const servers = await Promise.all([startMemory(), startThinking(), startFilesystem(), startModern()]);
  const [memory, thinking, files, modern] = servers;
  try {
    await openApp(page);
    await addServer(page, { name: 'memory', url: memory.url });
    await addServer(page, { name: 'thinking', url: thinking.url });
    await addServer(page, { name: 'files', url: files.url });
    await addServer(page, { name: 'modern', url: modern.url });
    await expect(strip(page)).toHaveText(/MCP · 4 available/);

    await test.step('memory keeps what it was told', async () => {
      const entities = [{ name: 'Ada', entityType: 'person', observations: ['likes looms'] }];
      await expect(await runTool(page, 'memory', 'create_entities', { entities })).toContainText('likes looms');
      await expect(await runTool(page, 'memory', 'search_nodes', { query: 'loom' })).toContainText('Ada');
    });

    await test.step('thinking counts its thoughts', async () => {
      const thought = { thought: 'First things first.', thoughtNumber: 1, totalThoughts: 2, nextThoughtNeeded: true };
      await expect(await runTool(page, 'thinking', 'sequentialthinking', thought)).toContainText(
        '"thoughtHistoryLength": 1',
      );
    });

    await test.step('filesystem reads and writes on its disk', async () => {
      const at = join(files.folder, 'hello.txt');
      await expect(await runTool(page, 'files', 'read_text_file', { path: at })).toContainText('Hello from the disk.');
      await runTool(page, 'files', 'write_file', { path: join(files.folder, 'new.txt'), content: 'Written.' });
      expect(await readFile(join(files.folder, 'new.txt'), 'utf8')).toBe('Written.');
      // What the server refuses is an error in its own words.
      await expect(await runTool(page, 'files', 'read_text_file', { path: '/etc/hostname' })).toContainText(
        /outside allowed directories/,
      );
    });

    await test.step('a server that speaks only 2026-07-28 is reached by the newer library', async () => {
      await expect(await runTool(page, 'modern', 'greet', { name: 'Ada' })).toContainText('Hello Ada');
      expect(modern.ran.get('greet')).toBe(1);
      await expect(await runTool(page, 'modern', 'steps', { count: 3, ms: 20 })).toContainText('counted to 3');
    });
  } finally {
    // The page lets go first: a stream that breaks is a console error.
    await page.goto('about:blank');
    await Promise.all(servers.map((server) => server.stop()));
  }
});
