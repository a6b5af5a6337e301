/** The test servers as a browser test asks for them. */
import { commands } from 'vitest/browser';
import type { Tally } from './hostile/spot.ts';

declare module 'vitest/browser' {
  interface BrowserCommands {
    everythingUrl(): Promise<string>;
    everythingRestart(): Promise<void>;
    modernUrl(legacy?: boolean): Promise<string>;
    modernRan(): Promise<Readonly<Record<string, number>>>;
    modernSeen(): Promise<
      readonly {
        readonly http: string;
        readonly rpc: string;
        readonly headers: Readonly<Record<string, string | undefined>>;
      }[]
    >;
    modernChange(): Promise<void>;
    hostileUrl(behaviour: string): Promise<string>;
    hostileTally(url: string): Promise<Tally>;
    hostileControl(what: 'change' | 'forget' | 'drop' | 'vanish', url: string): Promise<void>;
  }
}

/** server-everything, the 2026-07-28 server and the hostile one; each is started with its first use. */
export const servers: Pick<
  typeof commands,
  | 'everythingUrl'
  | 'everythingRestart'
  | 'modernUrl'
  | 'modernRan'
  | 'modernSeen'
  | 'modernChange'
  | 'hostileUrl'
  | 'hostileTally'
  | 'hostileControl'
> = commands;
