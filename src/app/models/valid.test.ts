import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { add, empty } from '../../core/chat.ts';
import type { Message } from '../../core/model.ts';
import { chats, lived, nextRequests } from '../../test/core/logs.ts';
import { opus } from '../../test/core/make.ts';
import { full } from '../../test/fixtures.ts';
import { request } from '../../test/wire.ts';
import { problems as anthropicProblems } from '../../test/wires/anthropic.ts';
import { problems as googleProblems } from '../../test/wires/google.ts';
import { anthropicBody } from './anthropic-body.ts';
import { googleBody } from './google-body.ts';

const tools = [{ name: 'file_read', description: 'Reads.', schema: { type: 'object', properties: {} } }];
const googleForm = { thoughts: true, system: true, images: true };

/** The same conversation, its parts signed as both providers do. */
const signed = (messages: readonly Message[]): Message[] =>
  messages.map((message) =>
    message.role === 'assistant'
      ? {
          ...message,
          parts: message.parts.map((part) => ({ ...part, data: { signature: 's', thoughtSignature: 's' } })),
        }
      : message,
  );

test('V3 W6 cases 37, 38, 40: any prefix of any log is a request that Anthropic and Google take', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(chats, async (steps) => {
      let thread = empty;
      for (const event of await lived(steps)) {
        thread = add(thread, event);
        for (const messages of nextRequests(thread)) {
          const text = JSON.stringify(messages);
          if (messages.length === 0 || seen.has(text)) continue;
          seen.add(text);
          for (const each of [messages, signed(messages)]) {
            const offered = seen.size % 3 === 0 ? [] : tools;
            const asked = request({ model: opus, messages: each, tools: offered, toolsOff: seen.size % 2 === 0 });
            const faults = [
              ...anthropicProblems(anthropicBody(asked, { most: null })),
              ...googleProblems(googleBody(asked, googleForm)),
            ];
            if (faults.length > 0) throw new Error(`after ${event.seq} ${event.kind}: ${faults.join('; ')}\n${text}`);
          }
        }
      }
    }),
    { seed: 47, numRuns: full ? 300 : 15 },
  );
  expect(seen.size).toBeGreaterThan(200);
}, 120_000);
