/** The client scenarios of both editions of the suite, each with what is done in it. Machine-to-machine grants are left out. */
import { expect } from '@playwright/test';
import { startTool } from '../support/servers.ts';
import { add, calling, connected, refusing, retryLimit, run, signingIn, stepUp, type Plan } from './drive.ts';
import { customHeaders, invalidHeaders, migration, requestState, sameSchema } from './newer.ts';
import type { Edition } from './scenario.ts';

const handmade = { id: 'https://conformance-test.local/client-metadata.json', secret: '' };
const registered = { id: 'pre-registered-client', secret: 'pre-registered-secret' };

const adding = (scenario: string): Plan => ({
  scenario,
  does: 'add the server',
  drive: async (at) => connected(at, await add(at)),
});

/** Each connection begins with the library of the older protocol, which asks nothing of servers that know no other. */
const olderFirst = {
  short:
    'a new server is first greeted with the older handshake; one that takes it is spoken to by protocol 2025-11-25',
};

const elicitation: Plan = {
  scenario: 'elicitation-sep1034-client-defaults',
  does: 'add the server, run its tool, send the form as it opens',
  drive: async (at) => {
    await connected(at, await add(at));
    const ran = await startTool(at.page, at.name, 'test_client_elicitation_defaults');
    await at.page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(ran.locator('[data-call]')).toHaveAttribute('data-at', 'done');
  },
};

/** Scenarios of signing in that both editions have. */
const signIns: readonly Plan[] = [
  ...['metadata-default', 'metadata-var1', 'metadata-var2', 'metadata-var3'].map((name) => signingIn(`auth/${name}`)),
  signingIn('auth/basic-cimd', handmade),
  signingIn('auth/scope-from-www-authenticate'),
  signingIn('auth/scope-from-scopes-supported'),
  signingIn('auth/scope-omitted-when-undefined'),
  stepUp,
  retryLimit,
  ...['basic', 'post', 'none'].map((name) => signingIn(`auth/token-endpoint-auth-${name}`)),
  refusing('auth/resource-mismatch', /another server/),
  signingIn('auth/pre-registration', registered),
];

const issuers: readonly Plan[] = [
  signingIn('auth/iss-supported'),
  signingIn('auth/iss-not-advertised'),
  refusing('auth/iss-supported-missing', /\S/),
  refusing('auth/iss-wrong-issuer', /\S/),
  refusing('auth/iss-unexpected', /\S/),
  refusing('auth/iss-normalized', /\S/),
  refusing('auth/metadata-issuer-mismatch', /\S/),
];

export const plans: Readonly<Record<Edition, readonly Plan[]>> = {
  '2025-11-25': [
    adding('initialize'),
    calling('tools_call', 'add_numbers', { a: 5, b: 3 }),
    elicitation,
    calling('sse-retry', 'test_reconnection'),
    ...signIns,
    signingIn('auth/2025-03-26-oauth-metadata-backcompat'),
    signingIn('auth/2025-03-26-oauth-endpoint-fallback'),
  ],
  '2026-07-28': [
    calling('tools_call', 'add_numbers', { a: 5, b: 3 }),
    { ...adding('request-metadata'), ...olderFirst },
    {
      ...calling('http-standard-headers', 'test_headers'),
      ...olderFirst,
      does: 'add the server, run its two tools',
      drive: async (at) => {
        await connected(at, await add(at));
        await run(at, 'test_headers');
        await run(at, 'my-hyphenated-tool');
      },
    },
    { ...customHeaders, ...olderFirst },
    invalidHeaders,
    requestState,
    adding('json-schema-ref-no-deref'),
    sameSchema,
    ...signIns,
    ...issuers,
    signingIn('auth/offline-access-scope'),
    signingIn('auth/offline-access-not-supported'),
    migration,
  ],
};
