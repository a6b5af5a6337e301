import type { JsonObject } from '../../../core/json.ts';
import { mcpResult, type McpAnswer } from '../../../core/mcpresult.ts';
import { limits } from '../../../core/limits.ts';
import { fail, type Outcome } from '../../../core/outcome.ts';
import { pinText } from '../../../core/pin.ts';
import type { Progress } from '../../../core/ports.ts';
import type { Tool, ToolResult } from '../../../core/tool.ts';
import type { Ground, Served } from './contract.ts';
import { deferred } from './deferred.ts';
import type { Line } from './line.ts';
import { makeReport } from './report.ts';
import { brief, callFault, timeFault } from './words.ts';
import { startWatch } from './watch.ts';
import type { Reply } from '../link.ts';

/** One call to a server's tool, as the host takes it to its end. */
export interface McpCall {
  readonly tool: string;
  readonly args: JsonObject;
  progress(now: Progress): void;
  /** The person stopped it, or its server was disabled. */
  readonly signal: AbortSignal;
  /** It is being sent: from here on it may have run. */
  sent(): void;
}

type Fail = ReturnType<typeof fail>;

/** The library's own limit comes so much later, milliseconds: what is watched here knows which limit was met, and says so. */
const slack = 5_000;

/** Makes the call on one connection, once. Time is watched here. */
async function callOnce(line: Line, served: Served, call: McpCall, ground: Ground): Promise<Reply<McpAnswer> | Fail> {
  const { clock, deps } = ground;
  const totalMs = deps.totalMs();
  const over = new AbortController();
  const stop = (): void => over.abort();
  call.signal.addEventListener('abort', stop, { once: true });
  const expired = deferred<Fail>();
  const watch = startWatch(clock, { idleMs: limits.mcp.callMs, totalMs }, (silent) => {
    expired.end(timeFault(served.record().name, silent, silent ? limits.mcp.callMs : totalMs));
  });
  const report = makeReport(clock, watch, call.progress);
  const ended = line.begin({
    pause(on) {
      watch.pause(on);
      report.asking(on);
    },
  });
  try {
    call.sent();
    const answer = line.link.call(call.tool, call.args, {
      signal: over.signal,
      idleMs: totalMs + slack,
      totalMs: totalMs + slack,
      progress(now) {
        watch.heard();
        report.heard(now);
      },
    });
    return await Promise.race([answer, expired.ended]);
  } finally {
    // Who gave up tells the server too.
    over.abort();
    watch.stop();
    report.stop();
    ended();
    call.signal.removeEventListener('abort', stop);
  }
}

/** The answer as a result; where it breaks its own promise, a line says so (row M1, structured content). */
async function resultOf(answer: McpAnswer, tool: Tool, { deps }: Ground): Promise<Outcome<ToolResult>> {
  const result = mcpResult(answer);
  if (!result.ok || tool.result === undefined) return result;
  const noted = (note: string): Outcome<ToolResult> => ({
    ok: true,
    value: { ...result.value, text: result.value.text === '' ? `[${note}]` : `${result.value.text}\n[${note}]` },
  });
  const { data } = result.value;
  if (data === undefined) return noted('the tool promised a structured result and gave none that can be read');
  const fit = await deps.fit(tool.result, data);
  if (fit.is === 'fits') return result;
  return noted(
    fit.is === 'misfit'
      ? `its structured result does not fit the schema it promised: ${brief(fit.why, 600)}`
      : `whether its structured result fits the schema it promised is not known: ${brief(fit.why, 600)}`,
  );
}

/**
 * Takes a call to its end. Only one thing is ever tried again, and once: a call that a server refused because it does not
 * know the session (case 44), which cannot have run. What may have run is never sent twice.
 */
export async function makeCall(served: Served, call: McpCall, ground: Ground): Promise<Outcome<ToolResult>> {
  const meant = served.tool(call.tool);
  const name = served.record().name;
  const gone = (): Fail =>
    fail('not-found', `${brief(name, 80)} has no tool “${brief(call.tool, 80)}” now, so nothing ran.`);
  if (meant === null) return gone();
  let again = false;
  for (;;) {
    const line = await served.ensure();
    if (!line.ok) return line;
    if (call.signal.aborted) return fail('cancelled', 'The call was stopped before it ran.');
    // Given up in this very moment, for another one.
    if (line.value.closed) continue;
    const now = served.tool(call.tool);
    if (now === null) return gone();
    // What was allowed was the tool as it was (row T6).
    if (pinText(now) !== pinText(meant))
      return fail(
        'changed',
        `${brief(name, 80)} changed “${brief(call.tool, 80)}” at the moment it was to run, so it did not run. Call it again: the person is asked with what changed.`,
      );
    const reply = await callOnce(line.value, served, call, ground);
    if (!('failure' in reply) && !reply.ok) return reply;
    if (reply.ok) {
      served.worked();
      return resultOf(reply.value, now, ground);
    }
    const { failure } = reply;
    if (failure.kind === 'session' && failure.ran === 'no') {
      served.lose(line.value);
      if (!again) {
        again = true;
        continue;
      }
    }
    if (failure.kind !== 'rpc' && failure.kind !== 'cancelled') served.note(failure);
    return callFault(name, failure);
  }
}
