import { signal, type ReadonlySignal } from '@preact/signals';
import type { Route } from './contract.ts';

/** `#/chat/<id>` and `#/settings/<page>` (row U7); anything else is the start. */
export function readRoute(hash: string): Route {
  const [at, rest] = hash.replace(/^#\/?/u, '').split('/');
  if (at === 'settings')
    return { at: 'settings', page: rest === undefined || rest === '' ? 'models' : rest, chat: null };
  return {
    at: 'chat',
    page: '',
    chat: at === 'chat' && rest !== undefined && /^[A-Za-z0-9]{1,32}$/u.test(rest) ? rest : null,
  };
}

export const writeRoute = (route: Route): string =>
  route.at === 'settings'
    ? `#/settings/${route.page || 'models'}`
    : route.chat === null
      ? '#/'
      : `#/chat/${route.chat}`;

/** The address bar as a signal. `open` chats keep their place while Settings is shown. */
export function followRoute(): { readonly route: ReadonlySignal<Route>; go(route: Route, replace?: boolean): void } {
  const route = signal(readRoute(location.hash));
  addEventListener('hashchange', () => {
    route.value = readRoute(location.hash);
  });
  return {
    route,
    go(next, replace = false) {
      const hash = writeRoute(next);
      if (hash !== location.hash) history[replace ? 'replaceState' : 'pushState'](null, '', hash);
      route.value = next;
    },
  };
}
