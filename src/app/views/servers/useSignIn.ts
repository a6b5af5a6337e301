import { useState } from 'preact/hooks';
import type { ServerId } from '../../../core/ids.ts';
import type { Fault } from '../../../core/outcome.ts';
import { useApp } from '../../state/context.ts';

/** A sign-in begun from a screen, and why the last one failed. Kept by what stays drawn while the connection changes. */
export interface SigningIn {
  /** Call it in the click itself: the window may only be opened there. */
  readonly begin: () => void;
  readonly fault: Fault | null;
}

/** Begins sign-ins to one server (row M5). One that the person gave up needs no message. */
export function useSignIn(id: ServerId): SigningIn {
  const app = useApp();
  const [fault, setFault] = useState<Fault | null>(null);
  return {
    fault,
    begin: () => {
      setFault(null);
      void app.servers
        .signIn(id)
        .then((outcome) => setFault(outcome.ok || outcome.fault.code === 'cancelled' ? null : outcome.fault));
    },
  };
}
