/** A turn's parts as each of the four wires streams them; see `provider.ts`, which plays them. */
import { chunks, type Part, type Usage } from './turns.ts';

/** OpenAI's chat completions and Responses, Anthropic's Messages, Google's generateContent. */
export type Wire = 'chat' | 'responses' | 'anthropic' | 'google';

export interface Spoken {
  readonly parts: readonly Part[];
  readonly finish?: string;
  readonly usage?: Usage;
}

export interface Named {
  readonly id: string;
  readonly model: string;
  readonly created: number;
}

/** Server-sent events of one answer; holds are waited for in between. */
export function frames(wire: Wire, turn: Spoken, named: Named): AsyncGenerator<string> {
  if (wire === 'responses') return responses(turn, named);
  if (wire === 'anthropic') return anthropic(turn, named);
  return wire === 'google' ? google(turn, named) : chunks(turn, named);
}

const usual: Usage = { prompt_tokens: 100, completion_tokens: 20 };
const named = (data: { readonly type: string; readonly [field: string]: unknown }): string =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
const textOf = (args: object | string): string => (typeof args === 'string' ? args : JSON.stringify(args));

function cut(text: string, pieces: number): string[] {
  const size = Math.max(1, Math.ceil(text.length / pieces));
  return Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size));
}

/** Parts of one sort in a row are one block; a call is a block of its own. */
type Block = { readonly of: 'text' | 'reasoning'; said: string } | { readonly of: 'call'; readonly made: Made };
type Made = Extract<Part, { call: string }>;
type Step =
  | { readonly is: 'open'; readonly at: number; readonly block: Block }
  | { readonly is: 'close'; readonly at: number; readonly block: Block }
  | { readonly is: 'delta'; readonly at: number; readonly block: Block; readonly delta: string };

async function* steps(parts: readonly Part[]): AsyncGenerator<Step> {
  let at = -1;
  let open: Block | null = null;
  for (const part of parts) {
    if ('hold' in part) {
      await part.hold.pass();
      continue;
    }
    const of = 'text' in part ? 'text' : 'reasoning' in part ? 'reasoning' : 'call';
    if (open !== null && (open.of !== of || of === 'call')) {
      yield { is: 'close', at, block: open };
      open = null;
    }
    if (open === null) {
      at += 1;
      open = 'call' in part ? { of: 'call', made: part } : { of: 'text' in part ? 'text' : 'reasoning', said: '' };
      yield { is: 'open', at, block: open };
    }
    if ('call' in part) {
      for (const delta of cut(textOf(part.args), part.pieces ?? 1)) yield { is: 'delta', at, block: open, delta };
    } else if (open.of !== 'call') {
      const delta = 'text' in part ? part.text : part.reasoning;
      open.said += delta;
      yield { is: 'delta', at, block: open, delta };
    }
  }
  if (open !== null) yield { is: 'close', at, block: open };
}

async function* responses(turn: Spoken, { id, model, created }: Named): AsyncGenerator<string> {
  const usage = turn.usage ?? usual;
  const output: object[] = [];
  const response = (status: string): object => ({
    id: `resp_${id}`,
    object: 'response',
    created_at: created,
    status,
    model,
    output: status === 'in_progress' ? [] : output,
    error: null,
    incomplete_details: status === 'incomplete' ? { reason: 'max_output_tokens' } : null,
    usage:
      status === 'in_progress'
        ? null
        : {
            input_tokens: usage.prompt_tokens,
            output_tokens: usage.completion_tokens,
            total_tokens: usage.prompt_tokens + usage.completion_tokens,
          },
  });
  const item = (block: Block, at: number, whole: boolean): object => {
    const status = whole ? 'completed' : 'in_progress';
    if (block.of === 'call')
      return {
        type: 'function_call',
        id: `fc_${id}_${at}`,
        call_id: block.made.id ?? `call_${id}_${at}`,
        name: block.made.call,
        arguments: whole ? textOf(block.made.args) : '',
        status,
      };
    if (block.of === 'reasoning')
      return {
        type: 'reasoning',
        id: `rs_${id}_${at}`,
        summary: whole ? [{ type: 'summary_text', text: block.said }] : [],
        encrypted_content: `sealed-${id}-${at}`,
      };
    const content = whole ? [{ type: 'output_text', annotations: [], logprobs: [], text: block.said }] : [];
    return { type: 'message', id: `msg_${id}_${at}`, role: 'assistant', status, content };
  };
  yield named({ type: 'response.created', response: response('in_progress') });
  for await (const step of steps(turn.parts)) {
    const where = { output_index: step.at };
    if (step.is === 'open')
      yield named({ type: 'response.output_item.added', ...where, item: item(step.block, step.at, false) });
    else if (step.is === 'close') {
      output.push(item(step.block, step.at, true));
      yield named({ type: 'response.output_item.done', ...where, item: item(step.block, step.at, true) });
    } else {
      const what = {
        text: 'response.output_text.delta',
        reasoning: 'response.reasoning_summary_text.delta',
        call: 'response.function_call_arguments.delta',
      }[step.block.of];
      const index = step.block.of === 'reasoning' ? { summary_index: 0 } : { content_index: 0 };
      yield named({ type: what, ...where, ...index, delta: step.delta });
    }
  }
  const status = turn.finish ?? 'completed';
  yield named({ type: `response.${status}`, response: response(status) });
}

async function* anthropic(turn: Spoken, { id, model }: Named): AsyncGenerator<string> {
  const usage = turn.usage ?? usual;
  const message = { id: `msg_${id}`, type: 'message', role: 'assistant', model, content: [], stop_reason: null };
  const began = { ...message, stop_sequence: null, usage: { input_tokens: usage.prompt_tokens, output_tokens: 1 } };
  yield named({ type: 'message_start', message: began });
  let called = false;
  for await (const step of steps(turn.parts)) {
    const { block, at: index } = step;
    if (step.is === 'close') {
      if (block.of === 'reasoning')
        yield named({
          type: 'content_block_delta',
          index,
          delta: { type: 'signature_delta', signature: `c2lnbmVk${index}` },
        });
      yield named({ type: 'content_block_stop', index });
    } else if (step.is === 'open') {
      called ||= block.of === 'call';
      const content_block =
        block.of === 'call'
          ? { type: 'tool_use', id: block.made.id ?? `toolu_${id}_${index}`, name: block.made.call, input: {} }
          : block.of === 'text'
            ? { type: 'text', text: '' }
            : { type: 'thinking', thinking: '', signature: '' };
      yield named({ type: 'content_block_start', index, content_block });
    } else {
      const delta = {
        text: { type: 'text_delta', text: step.delta },
        reasoning: { type: 'thinking_delta', thinking: step.delta },
        call: { type: 'input_json_delta', partial_json: step.delta },
      }[block.of];
      yield named({ type: 'content_block_delta', index, delta });
    }
  }
  const delta = { stop_reason: turn.finish ?? (called ? 'tool_use' : 'end_turn'), stop_sequence: null };
  yield named({ type: 'message_delta', delta, usage: { output_tokens: usage.completion_tokens } });
  yield named({ type: 'message_stop' });
}

async function* google(turn: Spoken, { id, model }: Named): AsyncGenerator<string> {
  const usage = turn.usage ?? usual;
  const chunk = (parts: readonly object[], finishReason?: string): string =>
    `data: ${JSON.stringify({
      candidates: [{ content: { role: 'model', parts }, index: 0, ...(finishReason ? { finishReason } : {}) }],
      usageMetadata: {
        promptTokenCount: usage.prompt_tokens,
        candidatesTokenCount: usage.completion_tokens,
        totalTokenCount: usage.prompt_tokens + usage.completion_tokens,
      },
      modelVersion: model,
      responseId: id,
    })}\n\n`;
  let made = 0;
  for (const part of turn.parts) {
    if ('hold' in part) await part.hold.pass();
    else if ('text' in part) yield chunk([{ text: part.text }]);
    else if ('reasoning' in part) yield chunk([{ text: part.reasoning, thought: true }]);
    else {
      const args: unknown = typeof part.args === 'string' ? JSON.parse(part.args) : part.args;
      // Only the first of parallel calls is signed.
      const signature = made++ === 0 ? { thoughtSignature: 'c2lnbmVk' } : {};
      yield chunk([{ functionCall: { name: part.call, args }, ...signature }]);
    }
  }
  yield chunk([{ text: '' }], turn.finish ?? 'STOP');
}
