/**
 * A browser opens six connections to one address over HTTP/1.1, for all its tabs, and a server that may speak up by itself
 * keeps one of them (row M1). So a gateway with seven servers behind one port would stop the page: only so many of them are
 * listened to.
 */
const most = 3;

/** How often a server that is not listened to is asked for its tools, milliseconds. */
export const askedMs = 60_000;

/** A lock of this name, held until what is returned is called; null where another stream, in any tab, has it. */
const hold = (name: string): Promise<(() => void) | null> =>
  new Promise((resolve, reject) => {
    navigator.locks
      .request(name, { ifAvailable: true }, (lock) => {
        if (lock === null) return resolve(null);
        return new Promise<void>((giveBack) => resolve(giveBack));
      })
      .catch(reject);
  });

/** A place for one stream to this address, given back by what it returns; null where the others need the connections. */
export async function takePlace(url: string): Promise<(() => void) | null> {
  const { origin } = new URL(url);
  for (let at = 0; at < most; at += 1) {
    // oxlint-disable-next-line no-await-in-loop -- the first that is free
    const held = await hold(`sluice-stream ${origin} ${at}`);
    if (held !== null) return held;
  }
  return null;
}
