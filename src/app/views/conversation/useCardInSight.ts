import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/**
 * Whether a waiting card shows in the scroller. Its answers stick to the lower edge then, and nothing may lie over them
 * (row A2). `ids` names the cards there are, so that new ones are watched.
 */
export function useCardInSight(scroller: RefObject<HTMLElement | null>, ids: string): boolean {
  const [inSight, setInSight] = useState(false);
  useEffect(() => {
    const outer = scroller.current;
    const cards = ids === '' || outer === null ? [] : [...outer.querySelectorAll('[data-card]')];
    if (cards.length === 0) return undefined;
    const seen = new Set<Element>();
    const watch = new IntersectionObserver(
      (changes) => {
        for (const { target, isIntersecting } of changes) {
          if (isIntersecting) seen.add(target);
          else seen.delete(target);
        }
        setInSight(seen.size > 0);
      },
      { root: outer },
    );
    for (const card of cards) watch.observe(card);
    return () => {
      watch.disconnect();
      setInSight(false);
    };
  }, [scroller, ids]);
  return inSight;
}
