/** The part of the Prompt API (`LanguageModel`) that is used here, and whether this browser has a model (row V4). */

export interface Said {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface PromptSession {
  promptStreaming(input: string | readonly Said[], options: { readonly signal: AbortSignal }): ReadableStream<string>;
  destroy(): void;
}

export interface PromptOptions {
  readonly expectedOutputs: readonly { readonly type: 'text'; readonly languages: readonly string[] }[];
}

export type Availability = 'unavailable' | 'downloadable' | 'downloading' | 'available';

export interface PromptApi {
  availability(options: PromptOptions): Promise<Availability>;
  create(
    options: PromptOptions & {
      readonly initialPrompts: readonly Said[];
      readonly signal: AbortSignal;
      readonly monitor: (monitor: EventTarget) => void;
    },
  ): Promise<PromptSession>;
}

/** Without a language the browser warns on its console at each call. */
export const promptOptions: PromptOptions = { expectedOutputs: [{ type: 'text', languages: ['en'] }] };

/** The id of the browser's one model. */
export const builtIn = 'built-in';

/** The page's Prompt API, or null where the browser has none. */
export function promptApi(): PromptApi | null {
  const api: unknown = Reflect.get(globalThis, 'LanguageModel');
  const has = (name: string): boolean =>
    (typeof api === 'function' || typeof api === 'object') &&
    api !== null &&
    typeof Reflect.get(api, name) === 'function';
  return has('availability') && has('create') ? (api as PromptApi) : null;
}

/** Whether there is a model to be had; a browser that cannot even say has none. */
export async function availability(api: PromptApi | null): Promise<Availability> {
  try {
    return (await api?.availability(promptOptions)) ?? 'unavailable';
  } catch {
    return 'unavailable';
  }
}
