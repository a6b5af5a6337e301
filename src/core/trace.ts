/** How one event changes the traces of an answer: one a model and phase (rows F1, I1). */
import type { Trace } from './conversation.ts';
import { sameModel, type ModelRef } from './ids.ts';
import type { LogEvent } from './log.ts';
import type { Usage } from './model.ts';
import type { Role } from './prompt.ts';

const plus = (a: number | null, b: number | null): number | null =>
  a === null && b === null ? null : (a ?? 0) + (b ?? 0);

/** Tokens of several requests together; what one of them did not report counts as none. */
export const sum = (a: Usage, b: Usage): Usage => ({
  input: plus(a.input, b.input),
  output: plus(a.output, b.output),
});

export const noUsage: Usage = { input: null, output: null };

const begun = (model: ModelRef, role: Role, event: LogEvent, phase: Trace['phase'], system: string): Trace => ({
  model,
  phase,
  role,
  system,
  basis: null,
  share: null,
  at: event.at,
  firstMs: null,
  ms: null,
  state: 'running',
  fault: null,
  usage: noUsage,
  turns: 0,
});

/** The traces after an event. `primary` is the answer's model; a console run has none. */
export function traced(traces: readonly Trace[], event: LogEvent, primary: ModelRef | null): readonly Trace[] {
  if (event.kind === 'closed') return closed(traces, event);
  const { model, phase } = event;
  if (model === null || phase === 'console') return traces;
  if (event.kind === 'began') {
    const round = (event.peers ?? []).length > 0;
    return round ? traces : [...traces, begun(model, 'solo', event, phase, event.system)];
  }
  if (event.kind === 'joined') {
    const role = phase === 'synthesis' ? 'synthesis' : sameModel(model, primary) ? 'primary' : 'peer';
    const trace = {
      ...begun(model, role, event, phase, event.system),
      basis: event.basis ?? null,
      share: event.share ?? null,
    };
    const at = indexOf(traces, model, phase);
    // A part that goes on after an interruption stays one trace; its time begins anew.
    const old = traces[at];
    return old === undefined
      ? [...traces, trace]
      : traces.with(at, { ...trace, usage: old.usage, turns: old.turns, firstMs: old.firstMs });
  }
  const at = indexOf(traces, model, phase);
  const trace = traces[at];
  if (trace === undefined) return traces;
  const next = one(trace, event);
  return next === trace ? traces : traces.with(at, next);
}

const indexOf = (traces: readonly Trace[], model: ModelRef, phase: Trace['phase']): number =>
  traces.findIndex((trace) => trace.phase === phase && sameModel(trace.model, model));

function one(trace: Trace, event: LogEvent): Trace {
  const { kind } = event;
  if (kind === 'text' || kind === 'reasoning' || kind === 'proposed')
    return trace.firstMs === null ? { ...trace, firstMs: event.at - trace.at } : trace;
  if (kind === 'usage') return { ...trace, usage: sum(trace.usage, event.usage) };
  if (kind === 'turn') return { ...trace, turns: trace.turns + 1 };
  if (kind === 'left') return { ...trace, state: event.as, fault: event.fault, ms: event.at - trace.at };
  return trace;
}

/** Whatever part was still under way ended with the answer. */
const closed = (traces: readonly Trace[], event: Extract<LogEvent, { kind: 'closed' }>): readonly Trace[] =>
  traces.map((trace) =>
    trace.state === 'running' ? { ...trace, state: event.as, fault: event.fault, ms: event.at - trace.at } : trace,
  );
