import type { ProviderKind } from '../../core/records.ts';

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

/** OpenAI-compatible endpoints: first those on the net, then those on this machine at their usual ports. */
export const presets: readonly Preset[] = [
  {
    name: 'OpenRouter',
    kind: 'openai-compatible',
    baseUrl: 'https://openrouter.ai/api/v1',
    needsKey: true,
    hint: 'Keys: openrouter.ai/settings/keys. Many models under one key.',
  },
  {
    name: 'OpenAI',
    kind: 'openai-compatible',
    baseUrl: 'https://api.openai.com/v1',
    needsKey: true,
    hint: 'Keys: platform.openai.com/api-keys.',
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
