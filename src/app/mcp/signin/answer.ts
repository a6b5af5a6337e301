/** What the sign-in window hands back: by BroadcastChannel, since the server's page may cut every other tie (row M5). */
import { isObject } from '../../../core/json.ts';

/** What the callback page hands over. */
export interface Answer {
  readonly code: string | null;
  /** An error code of the server where there is no `code`, with its own words. */
  readonly error: string | null;
  readonly said: string;
  /** Who answered, where the server says so (RFC 9207). */
  readonly iss: string | null;
}

/** Hears the answers to one sign-in. */
export interface Listening {
  readonly answer: Promise<Answer>;
  close(): void;
}

/** The channel's name holds the state, so that answers of other sign-ins do not even arrive. */
export const channelOf = (state: string): string => `sluice-oauth-${state}`;

const longest = 8_192;
const text = (value: unknown): string | null => (typeof value === 'string' && value.length <= longest ? value : null);

/** Reads a message of the channel; null for one that is no answer to this sign-in. */
export function readAnswer(message: unknown, state: string): Answer | null {
  if (!isObject(message) || message['state'] !== state) return null;
  const code = text(message['code']);
  const error = text(message['error']);
  if ((code === null) === (error === null)) return null;
  return { code, error, said: text(message['said']) ?? '', iss: text(message['iss']) };
}

/** Takes the first answer that carries the state, tells the window that it was taken, and hears no other. */
export function listenFor(state: string): Listening {
  const channel = new BroadcastChannel(channelOf(state));
  const answer = new Promise<Answer>((resolve) => {
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const read = readAnswer(data, state);
      if (read === null) return;
      channel.postMessage({ taken: true });
      channel.close();
      resolve(read);
    });
  });
  return { answer, close: () => channel.close() };
}
