import type { RefObject } from 'preact';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

/** How near to the end counts as there, in CSS pixels. */
const near = 48;

/**
 * Keeps a scrolling element at its end while its content grows, unless the person has scrolled up. `following` is false
 * then, and `toEnd` goes back.
 */
export function useStick(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
): { readonly following: boolean; readonly toEnd: () => void } {
  const follow = useRef(true);
  // Where the last scroll left the element, ours or the person's: events come late and join into one.
  const last = useRef(0);
  const [following, setFollowing] = useState(true);
  const goToEnd = useCallback((): void => {
    const outer = scroller.current;
    if (outer === null) return;
    outer.scrollTop = outer.scrollHeight;
    last.current = outer.scrollTop;
  }, [scroller]);
  const toEnd = useCallback((): void => {
    follow.current = true;
    setFollowing(true);
    goToEnd();
  }, [goToEnd]);
  useEffect(() => {
    const outer = scroller.current;
    const inner = content.current;
    if (outer === null || inner === null) return undefined;
    const scrolled = (): void => {
      const atEnd = outer.scrollHeight - outer.clientHeight - outer.scrollTop <= near;
      // Content that shrinks moves the place too; only a person moves up and away from the end.
      if (atEnd) follow.current = true;
      else if (outer.scrollTop < last.current - 1) follow.current = false;
      last.current = outer.scrollTop;
      setFollowing(follow.current);
    };
    const grown = new ResizeObserver(() => {
      if (follow.current) goToEnd();
    });
    grown.observe(inner);
    grown.observe(outer);
    outer.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      grown.disconnect();
      outer.removeEventListener('scroll', scrolled);
    };
  }, [scroller, content, goToEnd]);
  return { following, toEnd };
}
