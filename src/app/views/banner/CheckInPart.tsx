import type { JSX } from 'preact';
import type { ChatState, CheckIn } from '../../state/contract.ts';
import { lazyPart } from '../lazyPart.tsx';

const Banner = lazyPart<{ readonly chat: ChatState; readonly checkIn: CheckIn }>(
  'The question whether to go on',
  async () => (await import('./Banner.tsx')).Banner,
);

/** The check-in above the conversation while it waits for the person's word (row B2). */
export function CheckInPart({ chat }: { readonly chat: ChatState }): JSX.Element | null {
  const checkIn = chat.checkIn.value;
  return checkIn === null ? null : <Banner key={checkIn.answer} chat={chat} checkIn={checkIn} />;
}
