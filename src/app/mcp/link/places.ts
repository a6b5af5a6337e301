/**
 * A browser opens six connections to one address over HTTP/1.1, and a server that may speak up by itself keeps one of them
 * (row M1). So a gateway with seven servers behind one port would stop the page: only so many of them are listened to.
 */
const most = 2;
const taken = new Map<string, number>();

/** How often a server that is not listened to is asked for its tools, milliseconds. */
export const askedMs = 60_000;

/** A place for one stream to this address, given back by what it returns; null where the others need the connections. */
export function takePlace(url: string): (() => void) | null {
  const { origin } = new URL(url);
  const now = taken.get(origin) ?? 0;
  if (now >= most) return null;
  taken.set(origin, now + 1);
  let held = true;
  return () => {
    if (held) taken.set(origin, (taken.get(origin) ?? 1) - 1);
    held = false;
  };
}
