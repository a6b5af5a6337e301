/** Scenarios of protocol 2026-07-28 that need more than a call. */
import { expect } from '@playwright/test';
import type { JsonObject } from '../../src/core/json.ts';
import { addProvider, answered, closeSettings, newChat, send } from '../support/app.ts';
import { Provider } from '../support/provider.ts';
import { actOn, runTool, startTool } from '../support/servers.ts';
import { calls, say } from '../support/turns.ts';
import { add, connected, run, signIn, signInWhole, type At, type Plan } from './drive.ts';

/** Arguments that no form could type as they are: a scripted model calls the tools with them. */
async function callByModel(
  { page, name }: At,
  made: readonly (readonly [tool: string, args: JsonObject])[],
): Promise<void> {
  const provider = await Provider.start();
  try {
    await addProvider(page, provider, { name });
    provider.script([calls(...made.map(([tool, args]) => [`mcp__${name}__${tool}`, args] as const)), say('Called.')]);
    await send(page, 'Call them.');
    await answered(page, 'Called.');
  } finally {
    await provider.stop();
  }
}

/** Values that must be encoded to stand in a header. The suite gives them to clients that it starts itself. */
const awkward: JsonObject = {
  region: 'us-west1',
  priority: 42,
  verbose: false,
  debug: true,
  empty_val: '',
  method_val: 'test-method',
  float_val: 1.25,
  non_ascii_val: 'Hello, 世界',
  whitespace_val: ' padded ',
  leading_space_val: ' us-west1',
  trailing_space_val: 'us-west1 ',
  internal_space_val: 'us west 1',
  control_char_val: 'line1\nline2',
  crlf_val: 'line1\r\nline2',
  tab_val: '\tindented',
  query: 'SELECT * FROM users',
};

export const customHeaders: Plan = {
  scenario: 'http-custom-headers',
  does: 'add the server; a scripted model calls both tools with values that are hard to put into a header',
  drive: async (at) => {
    await connected(at, await add(at));
    await callByModel(at, [
      ['test_custom_headers', awkward],
      ['test_custom_headers_null', { region: 'us-east1', priority: 1, verbose: null, query: 'SELECT 1' }],
    ]);
    await newChat(at.page);
  },
};

export const invalidHeaders: Plan = {
  scenario: 'http-invalid-tool-headers',
  does: 'add the server, run `valid_tool`; the others are offered too, as protocol 2025-11-25 knows no such headers',
  drive: async (at) => {
    await connected(at, await add(at));
    await run(at, 'valid_tool', { region: 'here' });
  },
};

/** Runs a tool that asks with a form, and sends it. */
async function confirm(at: At, tool: string): Promise<void> {
  const ran = await startTool(at.page, at.name, tool);
  await at.page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(ran.locator('[data-call]')).toHaveAttribute('data-at', 'done');
}

export const requestState: Plan = {
  scenario: 'sep-2322-client-request-state',
  does: 'add the server, run its tools; send the forms that two of them ask for',
  drive: async (at) => {
    await connected(at, await add(at));
    await confirm(at, 'test_mrtr_echo_state');
    await run(at, 'test_mrtr_unrelated');
    await confirm(at, 'test_mrtr_no_state');
    await runTool(at.page, at.name, 'test_mrtr_no_result_type');
  },
};

export const sameSchema: Plan = {
  scenario: 'json-schema-2020-12-preservation',
  does: 'add the server, run `json_schema_echo` with the schema that the inspector shows',
  drive: async (at) => {
    const { page, name } = at;
    const dialog = await add(at);
    await expect(dialog).toContainText(/Connected/);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await actOn(page, name, 'Details');
    const detail = page.getByRole('complementary', { name: 'Inspector' });
    await detail.getByText('json_schema_2020_12_tool', { exact: true }).click();
    await detail.getByText('Arguments (schema)').first().click();
    const shown = detail.getByRole('region', { name: 'Schema of json_schema_2020_12_tool' });
    const schema = JSON.parse((await shown.textContent()) ?? '') as JsonObject;
    await detail.getByRole('button', { name: /^Close/ }).click();
    await closeSettings(page);
    await run(at, 'json_schema_echo', { schema });
  },
};

export const migration: Plan = {
  scenario: 'auth/authorization-server-migration',
  does: 'add the server, sign in: refused at once, as another server signs in now; sign in there, run `test-tool`',
  drive: async (at) => {
    const dialog = await add(at);
    await signInWhole(at.page, dialog);
    await expect(dialog.getByText('authorization server has changed').first()).toBeVisible();
    await signIn(dialog);
    await connected(at, dialog);
    await run(at, 'test-tool');
  },
};
