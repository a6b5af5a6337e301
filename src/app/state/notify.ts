import { effect, signal, type ReadonlySignal } from '@preact/signals';
import type { ChatId } from '../../core/ids.ts';
import type { Settings } from '../../core/records.ts';
import { shown } from '../../core/visible.ts';
import type { Chats } from './chats.ts';
import type { AppState } from './contract.ts';

type May = AppState['notifications']['value'];

/** The browser's notifications, as far as they are used here; a test brings its own. */
export interface Bell {
  may(): May;
  ask(): Promise<May>;
  /** Shows one in the place of the last with this tag. Returns how to take it back. */
  show(title: string, body: string, tag: string, clicked: () => void): () => void;
  /** Whether the person looks at this window. */
  focused(): boolean;
}

export const browserBell: Bell = {
  may: () => ('Notification' in globalThis ? Notification.permission : 'unsupported'),
  ask: async () => ('Notification' in globalThis ? Notification.requestPermission() : 'unsupported'),
  show(title, body, tag, clicked) {
    const one = new Notification(title, { body, tag });
    one.addEventListener('click', () => {
      globalThis.focus();
      clicked();
      one.close();
    });
    return () => one.close();
  },
  focused: () => document.hasFocus() && !document.hidden,
};

interface Ground {
  readonly bell: Bell;
  readonly chats: Pick<Chats, 'waits' | 'known'>;
  readonly settings: ReadonlySignal<Settings>;
  open(chat: ChatId): void;
}

export interface Notify {
  readonly may: ReadonlySignal<May>;
  /** Asks the browser; true where notifications may be shown. Only from the click that switches a toggle on (row B4). */
  ask(): Promise<boolean>;
  /** Ends it; a test's page lives on. */
  dispose(): void;
}

/**
 * Row B4: where the window is not in front, one notification when an answer pauses at the soft cap, and one when a call
 * waits for approval, each only where its toggle is on. It names the chat and nothing of what is in it, and goes when
 * what it tells of is answered.
 */
export function makeNotify({ bell, chats, settings, open }: Ground): Notify {
  const may = signal<May>(bell.may());
  /** Those told of already, shown or not: coming back to the window and leaving it rings no bell for what was seen. */
  const told = new Map<string, () => void>();

  const dispose = effect(() => {
    const { notifyPause, notifyWaiting } = settings.value;
    const waits = chats.waits.value;
    const titles = new Map(chats.known.value.map(({ id, title }) => [id, title]));
    for (const [key, take] of told) {
      if (waits.has(key)) continue;
      take();
      told.delete(key);
    }
    for (const [key, { chat, what }] of waits) {
      if (told.has(key)) continue;
      const on = what === 'pause' ? notifyPause : notifyWaiting;
      told.set(key, on && bell.may() === 'granted' && !bell.focused() ? ring(key, chat, what, titles) : nothing);
    }
  });

  function ring(key: string, chat: ChatId, what: 'pause' | 'card', titles: ReadonlyMap<ChatId, string>): () => void {
    const title = shown(titles.get(chat) ?? '') || 'Sluice';
    const body =
      what === 'pause'
        ? 'The answer paused at the tool-call soft cap. Continue?'
        : 'A tool call waits for your approval.';
    try {
      return bell.show(title, body, `sluice-${key}`, () => open(chat));
    } catch {
      // Some browsers show them from a service worker only; the banner and the card are there all the same.
      return nothing;
    }
  }

  return {
    may,
    async ask() {
      if (bell.may() === 'default') await bell.ask();
      may.value = bell.may();
      return may.value === 'granted';
    },
    dispose,
  };
}

const nothing = (): void => undefined;
