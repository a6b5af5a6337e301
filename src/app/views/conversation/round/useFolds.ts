import { useCallback, useState } from 'preact/hooks';

/**
 * Which columns stand open. Until a person folds or unfolds one, all do while the models answer, and none once the one
 * answer is written. On narrow screens one stands open at a time.
 */
export function useFolds(
  narrow: boolean,
  answering: boolean,
  first: string,
): { readonly isOpen: (key: string) => boolean; readonly fold: (key: string, open: boolean) => void } {
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  // One column beside the other leaves no room on a phone: which one was opened last, or null: none was.
  const [only, setOnly] = useState<string | null | undefined>(undefined);
  const fold = useCallback((key: string, open: boolean): void => {
    setChosen((was) => new Map(was).set(key, open));
    setOnly(open ? key : null);
  }, []);
  const isOpen = (key: string): boolean => {
    if (narrow) return only === undefined ? answering && key === first : only === key;
    return chosen.get(key) ?? answering;
  };
  return { isOpen, fold };
}
