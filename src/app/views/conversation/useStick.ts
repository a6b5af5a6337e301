import type { RefObject } from 'preact';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

/** How near to the end counts as there, in CSS pixels. */
const near = 48;

const upward: ReadonlySet<string> = new Set(['ArrowUp', 'PageUp', 'Home']);

/** Where an element stands and how large it is: what tells a person's scrolling from content that came or went. */
interface Place {
  readonly top: number;
  readonly inner: number;
  readonly outer: number;
}
const placeOf = (element: HTMLElement): Place => ({
  top: element.scrollTop,
  inner: element.scrollHeight,
  outer: element.clientHeight,
});
const atEnd = ({ top, inner, outer }: Place): boolean => inner - outer - top <= near;

/**
 * Keeps a scrolling element at its end while its content grows, however late, unless the person has scrolled up.
 * `following` is false then, and `toEnd` goes back. Both elements must be there when the caller is first drawn.
 */
export function useStick(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
): { readonly following: boolean; readonly toEnd: () => void } {
  const follow = useRef(true);
  // Where the last scroll left the element, ours or the person's: events come late and join into one.
  const last = useRef<Place>({ top: 0, inner: 0, outer: 0 });
  const [following, setFollowing] = useState(true);
  const set = useCallback((on: boolean): void => {
    follow.current = on;
    setFollowing(on);
  }, []);
  const goToEnd = useCallback((): void => {
    const outer = scroller.current;
    if (outer === null) return;
    outer.scrollTop = outer.scrollHeight;
    last.current = placeOf(outer);
  }, [scroller]);
  const toEnd = useCallback((): void => {
    set(true);
    goToEnd();
  }, [set, goToEnd]);
  useEffect(() => {
    const outer = scroller.current;
    const inner = content.current;
    if (outer === null || inner === null) return undefined;
    const leave = new AbortController();
    const listen = { passive: true, signal: leave.signal };
    const scrolled = (): void => {
      const was = last.current;
      const now = placeOf(outer);
      last.current = now;
      // Content that shrinks, and a window that does, move the place too; only a person moves up in what stays as it is.
      const same = now.inner === was.inner && now.outer === was.outer;
      if (atEnd(now)) set(true);
      else if (same && now.top < was.top - 1) set(false);
    };
    const scrolls = (): boolean => outer.scrollHeight - outer.clientHeight > near;
    const grown = new ResizeObserver(() => {
      if (follow.current) goToEnd();
    });
    grown.observe(inner);
    grown.observe(outer);
    outer.addEventListener('scroll', scrolled, listen);
    // While much is growing, the wish to go up shows in these before it shows in the place.
    outer.addEventListener('wheel', (event) => event.deltaY < 0 && scrolls() && set(false), listen);
    outer.addEventListener('touchmove', () => scrolls() && !atEnd(placeOf(outer)) && set(false), listen);
    outer.addEventListener(
      'keydown',
      (event) => event.target === outer && upward.has(event.key) && scrolls() && set(false),
      listen,
    );
    return () => {
      grown.disconnect();
      leave.abort();
    };
  }, [scroller, content, set, goToEnd]);
  return { following, toEnd };
}
