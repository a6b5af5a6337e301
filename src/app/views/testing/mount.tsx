import { render, type ComponentChildren } from 'preact';
import type { AppState } from '../../state/contract.ts';
import { AppContext } from '../../state/context.ts';
import '../../ui/base.css';

const mounted: HTMLElement[] = [];

/** Draws something into a fresh element of the test page, with a state above it where it needs one. */
export function mount(children: ComponentChildren, app: AppState | null = null): HTMLElement {
  const host = document.createElement('div');
  document.body.append(host);
  mounted.push(host);
  render(<AppContext.Provider value={app}>{children}</AppContext.Provider>, host);
  return host;
}

/** Takes away what the test drew, effects and all. */
export function unmountAll(): void {
  for (const host of mounted.splice(0)) {
    render(null, host);
    host.remove();
  }
}
