import type { Fault } from '../../core/outcome.ts';

/** There is no model in this browser. */
export const noBuiltIn: Fault = {
  code: 'unknown-model',
  message:
    'This browser has no built-in model, or this device is too small for it (it needs a large disk, and a graphics card or much memory). Choose another model.',
};

/** What went wrong in the browser's own model, by the kind of error that the Prompt API throws. */
export function explainBrowser(error: unknown, name: string): Fault {
  const kind = error instanceof Error ? error.name : '';
  const said = error instanceof Error && error.message !== '' ? ` (${error.message.slice(0, 200)})` : '';
  switch (kind) {
    case 'QuotaExceededError':
      return {
        code: 'too-large',
        message: `The conversation is too long for “${name}”: the browser’s model has room for a few pages. Start a new chat, attach less, or choose a model with a larger context.`,
      };
    case 'NotAllowedError':
      return {
        code: 'provider',
        message: `The browser did not let its model start${said}. Its first download needs a click: press Test at this provider in Settings → Models, and wait until it answers.`,
      };
    case 'NotSupportedError':
      return {
        code: 'provider',
        message: `“${name}” does not take this conversation${said}: it knows few languages, and text only. Choose another model.`,
      };
    case 'InvalidStateError':
      return {
        code: 'provider',
        message: `The browser ended the model’s session before the answer was whole${said}. Ask again.`,
      };
    case 'NetworkError':
      return {
        code: 'not-reachable',
        message: `The browser could not download its model${said}. Look whether this device is online and has disk space, then ask again.`,
      };
    default:
      return {
        code: 'provider',
        message: `The browser’s model failed${said}. Ask again; if it stays so, restart the browser or choose another model.`,
      };
  }
}
