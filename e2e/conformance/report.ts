/** docs/conformance.md, written by a run: every scenario with its result. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { program } from '../../src/test/servers/child.ts';
import { packages, type Check, type Edition } from './scenario.ts';

export interface Result {
  readonly edition: Edition;
  readonly scenario: string;
  readonly does: string;
  readonly short?: string;
  readonly checks: readonly Check[];
}

const bad = ({ status }: Check): boolean => status === 'FAILURE' || status === 'WARNING';

/** What the suite found wrong, one line each; where it found nothing at all, that. */
export function wrong({ checks }: Result): string[] {
  if (!checks.some(({ status }) => status === 'SUCCESS')) return ['nothing was checked'];
  return checks.filter(bad).map(({ status, id, errorMessage, description }) => {
    const words = errorMessage ?? description;
    return `${status === 'WARNING' ? 'warning' : 'fails'} \`${id}\`: ${words}`;
  });
}

/** One row of the list; checks by their id, as a scenario may make one several times. */
function rowOf(result: Result): string {
  const said = wrong(result);
  const ids = [...new Set(result.checks.filter(({ status }) => status !== 'SKIPPED').map(({ id }) => `\`${id}\``))];
  const short = result.short === undefined ? '' : `**falls short**: ${result.short}. `;
  const verdict = said.length === 0 ? 'passes' : `${short}${said.join('; ')}`;
  return `| \`${result.scenario}\` | ${result.does} | ${verdict} | ${ids.toSorted().join(', ')} |`;
}

const versionOf = (edition: Edition): string =>
  (JSON.parse(readFileSync(program(packages[edition], 'package.json'), 'utf8')) as { version: string }).version;

/** The scenarios that are not run, and why. */
const left: Readonly<Record<Edition, readonly (readonly [names: string, why: string])[]>> = {
  '2025-11-25': [
    ['`auth/client-credentials-jwt`, `auth/client-credentials-basic`', 'machine to machine: no person signs in'],
  ],
  '2026-07-28': [
    [
      '`auth/client-credentials-jwt`, `auth/client-credentials-basic`, `auth/enterprise-managed-authorization`, `auth/wif-jwt-bearer`',
      'machine to machine: no person signs in',
    ],
    ['`auth/dpop`, `auth/dpop-nonce`, `sep-2640-client-*`', 'extensions that Sluice does not have'],
  ],
};

const kept = new URL('../../test-results/conformance.json', import.meta.url);

function known(): readonly Result[] {
  try {
    return JSON.parse(readFileSync(kept, 'utf8')) as Result[];
  } catch {
    // The first run here.
    return [];
  }
}

/** Writes the list anew; a run of some scenarios renews theirs and keeps the results of the others. */
export function writeReport(fresh: readonly Result[], order: readonly string[]): void {
  const all = new Map([...known(), ...fresh].map((result) => [`${result.edition} ${result.scenario}`, result]));
  const results = order.flatMap((one) => all.get(one) ?? []);
  mkdirSync(new URL('.', kept), { recursive: true });
  writeFileSync(kept, JSON.stringify(results));
  const part = (edition: Edition): string[] => [
    '',
    `## Protocol ${edition}`,
    '',
    `\`@modelcontextprotocol/conformance\` ${versionOf(edition)}.`,
    '',
    '| scenario | what is done | result | what the suite checked |',
    '|---|---|---|---|',
    ...results.filter((result) => result.edition === edition).map(rowOf),
    ...left[edition].map(([names, why]) => `| ${names} | – | not run: ${why} | – |`),
  ];
  const lines = [
    '# Conformance',
    '',
    'The client scenarios of the MCP conformance suite, driven through the built page in Chromium as a person would: Settings →',
    'MCP servers, the sign-in window, the tool console. `npm run conformance` runs them and writes this list; `npm test` runs',
    'a sample of them and fails where one does. The servers of the suite send no CORS headers, so that this browser runs with',
    '`--disable-web-security`. What is skipped by the suite itself is left out of the last column. **Falls short** marks what',
    'Sluice is known not to do, and why: the run fails where such a scenario begins to pass, so that the mark goes.',
    '',
    '`auth/basic-cimd` wants one fixed client id that is an address: it is entered by hand, as Sluice has such an address of its',
    'own only where it is served from a public one.',
    ...part('2025-11-25'),
    ...part('2026-07-28'),
    '',
  ];
  writeFileSync(new URL('../../docs/conformance.md', import.meta.url), lines.join('\n'));
}
