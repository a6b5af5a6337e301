import { useLayoutEffect } from 'preact/hooks';
import { limits } from '../../core/limits.ts';
import type { AppState } from '../state/contract.ts';
import { banner } from './banner/shown.ts';
import { clock } from './card/keys.ts';

/** Marks the composer's text field, so that `/` finds it. */
export const composerMark = 'data-composer';

function inField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit'].includes(target.type);
}

function switchChat(app: AppState, step: 1 | -1): void {
  const chats = app.chats.value;
  const now = chats.findIndex((chat) => chat.id === app.chat.value?.record.value.id);
  const next = chats[now < 0 ? 0 : now + step];
  if (next !== undefined) app.openChat(next.id);
}

function toCard(app: AppState): void {
  if (app.route.value.at !== 'chat') app.go({ at: 'chat' });
  // The chat may have to be drawn first.
  requestAnimationFrame(() => {
    // The check-in's banner waits for the person as a card does.
    const cards = [...document.querySelectorAll<HTMLElement>('[data-card], .banner')];
    // From one that waits to the next.
    const at = cards.findIndex((card) => card.contains(document.activeElement));
    const card = cards[(at + 1) % cards.length];
    card?.focus({ preventScroll: true });
    card?.scrollIntoView({ block: 'nearest' });
  });
}

/** What a key does, or null where it does nothing here. Cards, menus and dialogs take theirs before (row U2). */
export function actionFor(app: AppState, event: KeyboardEvent): (() => void) | null {
  const mod = event.ctrlKey || event.metaKey;
  const field = inField(event.target);
  if (mod && event.shiftKey && !event.altKey && event.code === 'KeyO') return () => app.newChat();
  if (mod && !event.shiftKey && !event.altKey && event.code === 'KeyJ') return () => toCard(app);
  if (mod) return null;
  if (event.altKey && event.key === 'ArrowUp') return () => switchChat(app, -1);
  if (event.altKey && event.key === 'ArrowDown') return () => switchChat(app, 1);
  if (event.altKey) return null;
  if (event.key === 'Escape') {
    const chat = app.chat.value;
    if (chat === null) return null;
    // The banner's Escape comes before the answer's (row A3), and sleeps while no one can have read it.
    if (chat.checkIn.value !== null && app.route.value.at === 'chat') {
      const seen = banner.since !== null && clock.now() - banner.since >= limits.card.inertMs;
      return () => (seen ? chat.release('stop') : undefined);
    }
    return chat.running.value !== null ? () => chat.stop() : null;
  }
  if (field) return null;
  if (event.key === '?') return () => app.go({ at: 'settings', page: 'shortcuts' });
  if (event.key === '/') return () => document.querySelector<HTMLElement>(`[${composerMark}]`)?.focus();
  return null;
}

/** The keys that work everywhere. */
export function useShortcuts(app: AppState): void {
  useLayoutEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      // An open layer has its own keys, and Escape closes it rather than stopping an answer behind it.
      if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open], :popover-open') !== null)
        return;
      const action = actionFor(app, event);
      if (action === null) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [app]);
}
