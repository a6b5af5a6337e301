import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../ui/Button.tsx';
import { FaultNote } from '../ui/Fault.tsx';
import { Spinner } from '../ui/Spinner.tsx';

type Part<P> = (props: P) => JSX.Element | null;

/**
 * A component that is fetched when it is first drawn, so that the first load stays small. `waiting` stands in until then;
 * a failed fetch is explained and can be tried again (row U6).
 */
export function lazyPart<P extends object>(name: string, load: () => Promise<Part<P>>, waiting?: Part<P>): Part<P> {
  let loaded: Part<P> | null = null;
  return function Lazy(props: P): JSX.Element | null {
    const [state, setState] = useState<'waiting' | 'here' | 'failed'>(loaded === null ? 'waiting' : 'here');
    useEffect(() => {
      if (state !== 'waiting') return undefined;
      let mounted = true;
      load().then(
        (part) => {
          loaded = part;
          return mounted ? setState('here') : undefined;
        },
        () => mounted && setState('failed'),
      );
      return () => {
        mounted = false;
      };
    }, [state]);
    const Loaded = loaded;
    if (Loaded !== null) return <Loaded {...props} />;
    if (state === 'failed') {
      const message = `${name} could not be loaded: the browser is offline, or a new version was put in place. Try again, or reload the page.`;
      return (
        <FaultNote fault={{ code: 'not-reachable', message }}>
          <Button onClick={() => setState('waiting')}>Try again</Button>
        </FaultNote>
      );
    }
    return waiting === undefined ? <Spinner label={`Loading ${name}`} /> : waiting(props);
  };
}
