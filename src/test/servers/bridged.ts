/** Servers that speak over stdin and stdout, brought to streamable HTTP as people do it: through a gateway. */
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, program, startChild } from './child.ts';

export interface Bridged {
  readonly url: string;
  stop(): Promise<void>;
}

/** The knowledge graph of server-memory, empty at first, through supergateway. */
export async function startMemory(): Promise<Bridged> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-memory-'));
  const gateway = await throughSupergateway('server-memory', { MEMORY_FILE_PATH: join(folder, 'graph.jsonl') });
  return {
    url: gateway.url,
    stop: async () => {
      await gateway.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** server-sequential-thinking through supergateway. */
export async function startThinking(): Promise<Bridged> {
  return throughSupergateway('server-sequential-thinking', {});
}

/** server-filesystem through mcp-proxy, over a temporary folder that holds `hello.txt`; `folder` is its real path. */
export async function startFilesystem(): Promise<Bridged & { readonly folder: string }> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'sluice-files-')));
  await writeFile(join(folder, 'hello.txt'), 'Hello from the disk.\n');
  const port = await freePort();
  const server = [process.execPath, program('@modelcontextprotocol/server-filesystem', 'dist/index.js'), folder];
  const options = ['--port', String(port), '--host', '127.0.0.1', '--server', 'stream'];
  const proxy = await startChild([program('mcp-proxy', 'dist/bin/mcp-proxy.mjs'), ...options, '--', ...server], port);
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    folder,
    stop: async () => {
      await proxy.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function throughSupergateway(name: string, environment: Record<string, string>): Promise<Bridged> {
  const port = await freePort();
  const server = `"${process.execPath}" "${program(`@modelcontextprotocol/${name}`, 'dist/index.js')}"`;
  const options = ['--outputTransport', 'streamableHttp', '--stateful', '--port', String(port), '--cors'];
  const gateway = await startChild(
    [program('supergateway', 'dist/index.js'), '--stdio', server, ...options],
    port,
    environment,
  );
  return { url: `http://127.0.0.1:${port}/mcp`, stop: () => gateway.stop() };
}
