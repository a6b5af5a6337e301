/** The test servers as commands of vitest's browser mode: started with the first use, ended with the run. */
import type { BrowserCommand } from 'vitest/node';
import { startEverything, type Everything } from './everything.ts';
import { startHostile, type Hostile } from './hostile.ts';
import type { Tally } from './hostile/spot.ts';
import { startModern, type Modern } from './modern.ts';

/** Makes its value once, when it is first asked for. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => (made ??= make());
}

const everything: () => Promise<Everything> = once(startEverything);
const hostile: () => Promise<Hostile> = once(startHostile);
const modern: () => Promise<Modern> = once(() => startModern());
const modernBoth: () => Promise<Modern> = once(() => startModern({ legacy: true }));

const everythingUrl: BrowserCommand = async () => (await everything()).url;
/** Ends and begins it again: its sessions are gone. */
const everythingRestart: BrowserCommand = async () => (await everything()).restart();
/** `legacy`: the one that answers both handshakes. */
const modernUrl: BrowserCommand<[legacy?: boolean]> = async (_context, legacy = false) =>
  (await (legacy ? modernBoth() : modern())).url;
const modernRan: BrowserCommand = async () => Object.fromEntries((await modern()).ran);
const modernSeen: BrowserCommand = async () => (await modern()).seen;
const modernChange: BrowserCommand = async () => (await modern()).change();
/** A fresh address of one behaviour of the hostile server. */
const hostileUrl: BrowserCommand<[behaviour: string]> = async (_context, behaviour) => (await hostile()).at(behaviour);
/** What really happened at such an address. */
const hostileTally: BrowserCommand<[url: string]> = async (_context, url): Promise<Tally> =>
  (await hostile()).tally(url);
const hostileControl: BrowserCommand<[what: 'change' | 'forget' | 'drop' | 'vanish', url: string]> = async (
  _context,
  what,
  url,
) => (await hostile())[what](url);

/** Spread into `commands` of the configuration. */
export const serverCommands = {
  everythingUrl,
  everythingRestart,
  modernUrl,
  modernRan,
  modernSeen,
  modernChange,
  hostileUrl,
  hostileTally,
  hostileControl,
};
