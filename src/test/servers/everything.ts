/** server-everything over streamable HTTP, as its own process: what the reference server really answers. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { serve } from './http.ts';

export interface Everything {
  readonly url: string;
  /** The same address, with every session forgotten (row M1: a stale one answers 400 here). */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const program = fileURLToPath(
  new URL('../../../node_modules/@modelcontextprotocol/server-everything/dist/index.js', import.meta.url),
);
/** Ends the child with its parent, even a killed one: then its stdin closes. */
const followParent = 'data:text/javascript,process.stdin.resume();process.stdin.on("close",()=>process.exit())';

async function freePort(): Promise<number> {
  const taken = await serve(() => undefined);
  await taken.stop();
  return Number(new URL(taken.origin).port);
}

async function begin(port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--import', followParent, program, 'streamableHttp'], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr?.on('data', (piece: Buffer) => {
      said += piece.toString('utf8');
      if (said.includes('listening on port')) resolve();
    });
    child.once('exit', () => reject(new Error(`server-everything did not start: ${said}`)));
  });
  child.unref();
  for (const end of [child.stderr, child.stdin]) (end as Socket | null)?.unref();
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** Starts it on a free port. */
export async function startEverything(): Promise<Everything> {
  const port = await freePort();
  let child = await begin(port);
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    restart: async () => {
      await end(child);
      child = await begin(port);
    },
    stop: () => end(child),
  };
}
