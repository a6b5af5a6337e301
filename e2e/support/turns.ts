/** What a scripted model answers, as data: see `provider.ts`, which plays it. */

/** Stops a scripted answer until the test lets it go on. */
export class Hold {
  /** Resolves when the model has said everything before this point. */
  readonly reached: Promise<void>;
  /** Lets the answer go on. */
  readonly release: () => void;
  readonly #released: Promise<void>;
  readonly #reach: () => void;

  constructor() {
    [this.reached, this.#reach] = latch();
    [this.#released, this.release] = latch();
  }

  /** For the player: marks the point and waits. */
  async pass(): Promise<void> {
    this.#reach();
    await this.#released;
  }
}

function latch(): [opened: Promise<void>, open: () => void] {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return [opened, open];
}

export type Part =
  | { readonly text: string }
  | { readonly reasoning: string }
  /** `args` as text is sent as it is (broken JSON too); `pieces`: into how many deltas it is cut. */
  | { readonly call: string; readonly args: object | string; readonly id?: string; readonly pieces?: number }
  | { readonly hold: Hold };

export interface Usage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
}

/** One answer of a model. */
export type Turn =
  | { readonly parts: readonly Part[]; readonly finish?: string; readonly usage?: Usage }
  /** An HTTP error; `retryAfter` in seconds. */
  | { readonly status: number; readonly retryAfter?: number; readonly message?: string }
  /** A recorded stream, sent as it is in chunks of `chunk` bytes (default: all at once). */
  | { readonly recorded: Uint8Array | string; readonly chunk?: number }
  /** The connection breaks after these parts; with a hold as the last of them, once the page has shown them. */
  | { readonly breaksAfter: readonly Part[] };

/** A turn of plain text, streamed word by word. */
export function say(text: string): Turn {
  return { parts: words(text) };
}

/** A turn that calls tools, all at once. */
export function calls(...made: readonly (readonly [tool: string, args: object])[]): Turn {
  return { parts: made.map(([call, args]) => ({ call, args, pieces: 3 })) };
}

/** Text as streaming deltas, one word each. */
export function words(text: string): Part[] {
  return (text.match(/\s*\S+\s*$|\s*\S+/g) ?? [text]).map((piece) => ({ text: piece }));
}

/** Server-sent events of a turn's parts in the shape of `chat.completion.chunk`; holds are waited for in between. */
export async function* chunks(
  turn: { readonly parts: readonly Part[]; readonly finish?: string; readonly usage?: Usage },
  answer: { readonly id: string; readonly model: string; readonly created: number },
): AsyncGenerator<string> {
  const frame = (delta: object, finish: string | null = null): string =>
    event({
      id: answer.id,
      object: 'chat.completion.chunk',
      created: answer.created,
      model: answer.model,
      choices: [{ index: 0, delta, finish_reason: finish }],
    });
  let made = 0;
  yield frame({ role: 'assistant', content: '' });
  for (const part of turn.parts) {
    if ('hold' in part) await part.hold.pass();
    else if ('text' in part) yield frame({ content: part.text });
    else if ('reasoning' in part) yield frame({ reasoning_content: part.reasoning });
    else {
      const index = made++;
      for (const delta of callDeltas(part, `${answer.id}_${index}`)) yield frame({ tool_calls: [{ index, ...delta }] });
    }
  }
  yield frame({}, turn.finish ?? (made > 0 ? 'tool_calls' : 'stop'));
  const usage = turn.usage ?? { prompt_tokens: 100, completion_tokens: 20 };
  yield event({
    id: answer.id,
    object: 'chat.completion.chunk',
    created: answer.created,
    model: answer.model,
    choices: [],
    usage: { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens },
  });
  yield 'data: [DONE]\n\n';
}

const event = (data: object): string => `data: ${JSON.stringify(data)}\n\n`;

function callDeltas(part: Extract<Part, { call: string }>, id: string): object[] {
  const text = typeof part.args === 'string' ? part.args : JSON.stringify(part.args);
  const size = Math.max(1, Math.ceil(text.length / (part.pieces ?? 1)));
  const first = { id: part.id ?? id, type: 'function', function: { name: part.call, arguments: '' } };
  const rest = Array.from({ length: Math.ceil(text.length / size) }, (_, at) => ({
    function: { arguments: text.slice(at * size, (at + 1) * size) },
  }));
  return [first, ...rest];
}
