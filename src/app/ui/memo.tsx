import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';

/** Whether two sets of props hold the very same things; lists count as the same when their elements do. */
export function sameProps<P extends object>(a: P, b: P): boolean {
  // `__source` and its like are made anew at each drawing, by development builds only.
  const namesOf = (props: P) => Object.keys(props).filter((name) => !name.startsWith('__')) as (keyof P)[];
  const names = namesOf(b);
  return names.length === namesOf(a).length && names.every((name) => sameThing(a[name], b[name]));
}

function sameThing(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((one, at) => one === b[at]);
}

/** A component that is drawn anew only for other props: what did not change costs a stream of words nothing. */
export function memo<P extends object>(Part: (props: P) => JSX.Element | null): (props: P) => JSX.Element {
  return function Memo(props: P): JSX.Element {
    const last = useRef<{ readonly props: P; readonly drawn: JSX.Element } | null>(null);
    if (last.current === null || !sameProps(last.current.props, props)) {
      last.current = { props, drawn: <Part {...props} /> };
    }
    return last.current.drawn;
  };
}
