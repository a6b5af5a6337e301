import { useEffect, useRef, useState } from 'preact/hooks';
import { limits } from '../../../core/limits.ts';
import type { Fault } from '../../../core/outcome.ts';
import type { RegistryPage } from '../../../core/serverdraft.ts';
import { useApp } from '../../state/context.ts';

const nothing: RegistryPage = { entries: [], next: null, left: 0 };

/** What is browsed now. */
export interface Browsing {
  readonly search: string;
  readonly setSearch: (search: string) => void;
  /** All pages so far of the present search. */
  readonly found: RegistryPage;
  readonly loading: 'first' | 'more' | null;
  readonly fault: Fault | null;
  readonly more: () => void;
  readonly retry: () => void;
}

/** Searches the registry while one types, page after page (row M2). What an older search brings is dropped. */
export function useRegistry(): Browsing {
  const { servers } = useApp();
  const [search, setSearch] = useState('');
  const [found, setFound] = useState(nothing);
  const [loading, setLoading] = useState<Browsing['loading']>('first');
  const [failed, setFailed] = useState<{ readonly fault: Fault; readonly cursor: string | null } | null>(null);
  const newest = useRef(0);
  const begun = useRef(false);

  const ask = async (cursor: string | null): Promise<void> => {
    newest.current += 1;
    const mine = newest.current;
    setLoading(cursor === null ? 'first' : 'more');
    setFailed(null);
    const page = await servers.browse({ search, cursor });
    if (mine !== newest.current) return;
    setLoading(null);
    if (!page.ok) {
      // Results of another search would look like answers to this one.
      if (cursor === null) setFound(nothing);
      setFailed({ fault: page.fault, cursor });
      return;
    }
    const { entries, next, left } = page.value;
    setFound((before) =>
      cursor === null ? page.value : { entries: [...before.entries, ...entries], next, left: before.left + left },
    );
  };

  useEffect(() => {
    const timer = setTimeout(() => void ask(null), begun.current ? limits.registry.debounceMs : 0);
    begun.current = true;
    return () => clearTimeout(timer);
  }, [search]);
  useEffect(
    () => () => {
      newest.current += 1;
    },
    [],
  );

  return {
    search,
    setSearch: (next) => {
      setSearch(next);
      // What is under way belongs to the words before.
      newest.current += 1;
      setLoading('first');
    },
    found,
    loading,
    fault: failed?.fault ?? null,
    more: () => {
      if (loading === null && found.next !== null) void ask(found.next);
    },
    retry: () => void ask(failed?.cursor ?? null),
  };
}
