/** A server that is a program of its own: started on a free port, ready when it answers, gone with all it started. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { pause, serve } from './http.ts';

/** The path of a file of an installed package. */
export const program = (name: string, file: string): string =>
  fileURLToPath(new URL(`../../../node_modules/${name}/${file}`, import.meta.url));

/** Ends the child with its parent, even a killed one: then its stdin closes. */
const followParent = 'data:text/javascript,process.stdin.resume();process.stdin.on("close",()=>process.exit())';

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const taken = await serve(() => undefined);
  await taken.stop();
  return Number(new URL(taken.origin).port);
}

/**
 * Runs a node program in a process group of its own and waits until its port answers. Throws with what it said where it
 * ends before.
 */
export async function startChild(
  args: readonly string[],
  port: number,
  environment: Readonly<Record<string, string>> = {},
): Promise<{ stop(): Promise<void> }> {
  const child = spawn(process.execPath, ['--import', followParent, ...args], {
    env: { ...process.env, ...environment },
    stdio: 'pipe',
    detached: true,
  });
  let said = '';
  for (const from of [child.stdout, child.stderr])
    from.on('data', (piece: Buffer) => (said = (said + piece.toString('utf8')).slice(-4_000)));
  const ended = (): boolean => child.exitCode !== null || child.signalCode !== null;
  while (!(await answers(port))) {
    if (ended()) throw new Error(`${args.join(' ')} did not start: ${said}`);
    await pause(30);
  }
  child.unref();
  for (const end of [child.stdin, child.stdout, child.stderr]) (end as Socket).unref();
  return {
    stop: async () => {
      if (ended() || child.pid === undefined) return;
      child.ref();
      const gone = once(child, 'exit');
      // The whole group: a gateway and the server it started.
      process.kill(-child.pid, 'SIGKILL');
      await gone;
    },
  };
}

/** Whether something listens on a port of this machine. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
