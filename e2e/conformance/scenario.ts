/** One scenario of the conformance suite: its test server as a process of its own, and the verdict it gives at the end. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { program } from '../../src/test/servers/child.ts';

/** What the suite found, as it says it; `INFO` rows only tell what was exchanged. */
export interface Check {
  readonly id: string;
  readonly name: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'INFO' | 'SKIPPED';
  readonly description: string;
  readonly errorMessage?: string;
}

export interface Scenario {
  /** The MCP endpoint of its test server; it sends no CORS headers. */
  readonly url: string;
  /** Ends the server and hands over its checks, `INFO` left out. */
  end(): Promise<readonly Check[]>;
}

/** Which edition of the suite, by the protocol version that its scenarios are for. */
export type Edition = '2025-11-25' | '2026-07-28';

export const packages = {
  '2025-11-25': '@modelcontextprotocol/conformance',
  '2026-07-28': 'conformance-next',
} as const satisfies Record<Edition, string>;

const ways = {
  '2025-11-25': { node: [], options: [] },
  '2026-07-28': {
    node: ['--import', new URL('older-node.mjs', import.meta.url).href],
    options: ['--spec-version', '2026-07-28'],
  },
} as const satisfies Record<Edition, object>;

/** Starts a scenario's server, as the suite does for a person who drives a client by hand. */
export async function startScenario(name: string, edition: Edition): Promise<Scenario> {
  const suite = program(packages[edition], 'dist/index.js');
  const { node, options } = ways[edition];
  const child = spawn(process.execPath, [...node, suite, 'client', '--scenario', name, '--verbose', ...options], {
    cwd: tmpdir(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const gone = once(child, 'exit');
  let said = '';
  const holds = <Found>(look: () => Found | undefined): Promise<Found> =>
    new Promise((resolve, reject) => {
      const now = (): void => {
        const found = look();
        if (found !== undefined) resolve(found);
      };
      for (const from of [child.stdout, child.stderr]) from.on('data', now);
      void gone.then(() => reject(new Error(`The scenario ${name} ended by itself: ${said}`)));
      now();
    });
  for (const from of [child.stdout, child.stderr]) from.on('data', (piece: Buffer) => (said += piece.toString('utf8')));
  const url = await holds(() => /^Server URL: (\S+)$/m.exec(said)?.[1]);
  return {
    url,
    end: async () => {
      child.kill('SIGTERM');
      const checks = await holds(() => checksIn(said));
      // Its own ending waits for connections that a browser keeps open.
      child.kill('SIGKILL');
      await gone;
      return checks.filter((check) => check.status !== 'INFO');
    },
  };
}

function checksIn(said: string): Check[] | undefined {
  const at = said.indexOf('\nChecks:\n');
  if (at < 0) return undefined;
  try {
    return JSON.parse(said.slice(at + '\nChecks:\n'.length)) as Check[];
  } catch {
    // Not all of it has come.
    return undefined;
  }
}
