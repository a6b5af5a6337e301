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
  const [following, setFollowing] = useState(true);
  const toEnd = useCallback((): void => {
    follow.current = true;
    setFollowing(true);
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  }, [scroller]);
  useEffect(() => {
    const outer = scroller.current;
    const inner = content.current;
    if (outer === null || inner === null) return undefined;
    let last = outer.scrollTop;
    const scrolled = (): void => {
      const atEnd = outer.scrollHeight - outer.clientHeight - outer.scrollTop <= near;
      // Content that shrinks moves the place too; only a person moves up and away from the end.
      if (atEnd) follow.current = true;
      else if (outer.scrollTop < last - 1) follow.current = false;
      last = outer.scrollTop;
      setFollowing(follow.current);
    };
    const grown = new ResizeObserver(() => {
      if (follow.current) outer.scrollTo({ top: outer.scrollHeight });
    });
    grown.observe(inner);
    grown.observe(outer);
    outer.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      grown.disconnect();
      outer.removeEventListener('scroll', scrolled);
    };
  }, [scroller, content]);
  return { following, toEnd };
}
