import { LogFault } from './ledger.ts';

/**
 * What carries answers out is fetched with the first of them, so that the page starts without it; a fetch that failed is
 * explained and tried again with the next.
 */
export function loadedOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | null = null;
  return async () => {
    try {
      return await (loaded ??= load());
    } catch (error) {
      loaded = null;
      const why = error instanceof Error ? error.message : String(error);
      throw new LogFault({
        code: 'not-reachable',
        message: `A part of Sluice could not be loaded (${why}). The browser may be offline, or a new version was put in place: send again, or reload the page.`,
      });
    }
  };
}
