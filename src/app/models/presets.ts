import type { ProviderKind } from '../../core/records.ts';
import { availability, promptApi, type PromptApi } from './browser-api.ts';

/** A provider that the settings screen offers ready-made (row V1). */
export interface Preset {
  readonly name: string;
  readonly kind: ProviderKind;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly needsKey: boolean;
  /** Where a key comes from, or what a local server has to be told. */
  readonly hint: string;
}

/** First those on the net, then those on this machine at their usual ports. */
const fixed: readonly Preset[] = [
  {
    name: 'Anthropic',
    kind: 'anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    needsKey: true,
    hint: 'Keys: platform.claude.com/settings/keys.',
  },
  {
    name: 'OpenAI',
    kind: 'openai',
    baseUrl: 'https://api.openai.com/v1',
    needsKey: true,
    hint: 'Keys: platform.openai.com/api-keys.',
  },
  {
    name: 'Google',
    kind: 'google',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    needsKey: true,
    hint: 'Keys: aistudio.google.com/apikey.',
  },
  {
    name: 'OpenRouter',
    kind: 'openai-compatible',
    baseUrl: 'https://openrouter.ai/api/v1',
    needsKey: true,
    hint: 'Keys: openrouter.ai/settings/keys. Many models under one key.',
  },
  {
    name: 'Groq',
    kind: 'openai-compatible',
    baseUrl: 'https://api.groq.com/openai/v1',
    needsKey: true,
    hint: 'Keys: console.groq.com/keys.',
  },
  {
    name: 'Mistral',
    kind: 'openai-compatible',
    baseUrl: 'https://api.mistral.ai/v1',
    needsKey: true,
    hint: 'Keys: console.mistral.ai/api-keys.',
  },
  {
    name: 'DeepSeek',
    kind: 'openai-compatible',
    baseUrl: 'https://api.deepseek.com/v1',
    needsKey: true,
    hint: 'Keys: platform.deepseek.com/api_keys.',
  },
  {
    name: 'xAI',
    kind: 'openai-compatible',
    baseUrl: 'https://api.x.ai/v1',
    needsKey: true,
    hint: 'Keys: console.x.ai.',
  },
  {
    name: 'Ollama',
    kind: 'openai-compatible',
    baseUrl: 'http://localhost:11434/v1',
    needsKey: false,
    hint: 'Set OLLAMA_ORIGINS to this page’s address and start Ollama again, or it refuses the page.',
  },
  {
    name: 'LM Studio',
    kind: 'openai-compatible',
    baseUrl: 'http://localhost:1234/v1',
    needsKey: false,
    hint: 'Start the server (Developer) and switch on “Enable CORS” in its settings.',
  },
  {
    name: 'llama.cpp',
    kind: 'openai-compatible',
    baseUrl: 'http://localhost:8080/v1',
    needsKey: false,
    hint: 'Start llama-server with --jinja, so that the model can call tools.',
  },
  {
    name: 'vLLM',
    kind: 'openai-compatible',
    baseUrl: 'http://localhost:8000/v1',
    needsKey: false,
    hint: 'Start with --enable-auto-tool-choice and the --tool-call-parser of the model.',
  },
];

const browser: Preset = {
  name: 'Browser’s built-in model',
  kind: 'browser',
  baseUrl: '',
  needsKey: false,
  hint: 'Runs on this device and needs no address. Fetch the list, then press Test: the first time the browser downloads its model.',
};

const offered: Preset[] = [...fixed];

/** Everything that is offered here: the browser's own model joins once the browser said that it has one (row V4). */
export const presets: readonly Preset[] = offered;

/** Asks the browser whether it has a model; asked once, when the page starts. */
export async function lookForBrowserModel(api: PromptApi | null = promptApi(), into = offered): Promise<void> {
  if ((await availability(api)) !== 'unavailable') into.push(browser);
}
