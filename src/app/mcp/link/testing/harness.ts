/** Opens connections for tests and keeps what they told. */
import type { Json, JsonObject } from '../../../../core/json.ts';
import type { McpAnswer } from '../../../../core/mcpresult.ts';
import type { ElicitationReply, RequestRow } from '../../../../core/server.ts';
import type { Asking, CallOptions, Link, LinkEvents, LinkFailure, Reply, Target } from '../../link.ts';
import { openLink } from '../index.ts';

export interface Heard extends LinkEvents {
  /** Ended requests, in the order they ended. */
  readonly rows: RequestRow[];
  readonly begun: RequestRow[];
  readonly asked: { readonly asking: Asking; readonly signal: AbortSignal }[];
  readonly closings: LinkFailure[];
  changes: number;
  reply: (asking: Asking, signal: AbortSignal) => Promise<ElicitationReply>;
}

export function hear(): Heard {
  const heard: Heard = {
    rows: [],
    begun: [],
    asked: [],
    closings: [],
    changes: 0,
    reply: () => Promise.resolve({ is: 'cancel' }),
    listChanged: () => void (heard.changes += 1),
    closed: (failure) => void heard.closings.push(failure),
    asks: (asking, signal) => {
      heard.asked.push({ asking, signal });
      return heard.reply(asking, signal);
    },
    request: (row) => void (row.ms === null ? heard.begun : heard.rows).push(row),
  };
  return heard;
}

export const open = (
  url: string,
  more: Partial<Target> = {},
  heard: Heard = hear(),
  signal: AbortSignal = new AbortController().signal,
): Promise<Reply<Link>> => openLink({ url, headers: [], signIn: null, dialect: 'sdk', ...more }, heard, signal);

/** An open connection; throws with the failure where there is none. */
export async function opened(
  url: string,
  more: Partial<Target> = {},
): Promise<{ readonly link: Link; readonly heard: Heard }> {
  const heard = hear();
  const reply = await open(url, more, heard);
  if (!reply.ok) throw new Error(JSON.stringify(reply.failure));
  left.add(reply.value);
  return { link: reply.value, heard };
}

const left = new Set<Link>();

/** After each test: a connection that a failed one left open would hold the browser's few connections to a host. */
export async function closeAll(): Promise<void> {
  await Promise.all([...left].map((link) => link.close(false)));
  left.clear();
}

export type Step = Parameters<CallOptions['progress']>[0];

export const call = (
  link: Link,
  tool: string,
  args: JsonObject = {},
  more: Partial<CallOptions> = {},
): Promise<Reply<McpAnswer>> =>
  link.call(tool, args, {
    signal: new AbortController().signal,
    idleMs: 10_000,
    totalMs: 20_000,
    progress: () => undefined,
    ...more,
  });

/** What a call answered in its first text block, or its failure. */
export async function said(reply: Promise<Reply<McpAnswer>>): Promise<unknown> {
  const settled = await reply;
  if (!settled.ok) return settled.failure;
  const [first] = settled.value.content;
  return typeof first === 'object' && first !== null && 'text' in first ? first.text : settled.value.content;
}

/** The tools of all pages. */
export async function toolsOf(link: Link): Promise<readonly Json[]> {
  const tools: Json[] = [];
  let cursor: string | null = null;
  do {
    const page = await link.list(cursor, new AbortController().signal);
    if (!page.ok) throw new Error(JSON.stringify(page.failure));
    tools.push(...page.value.tools);
    cursor = page.value.next;
  } while (cursor !== null);
  return tools;
}
