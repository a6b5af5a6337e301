import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { AppState } from './contract.ts';

/** How screens reach the state; `main.tsx` provides the real one, tests a made one. */
export const AppContext = createContext<AppState | null>(null);

/** The app's state. Throws outside of `AppContext`, which is a bug. */
export function useApp(): AppState {
  const app = useContext(AppContext);
  if (app === null) throw new Error('No AppContext above this screen: main.tsx or the test must provide one.');
  return app;
}
