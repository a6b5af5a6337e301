/** The sign-in window (row M5). The one place that opens it; tests put another in its place. */

/** A window for the sign-in page. */
export interface SignInWindow {
  /** May say true of a window that is open, where the server's page cut it off (COOP). */
  closed(): boolean;
  go(address: string): void;
  show(): void;
  /** Where it can: not while it is at the server's page. */
  close(): void;
}

/** Opens a blank window, to be called in the click; null where the browser blocks it. */
export type OpenWindow = (name: string) => SignInWindow | null;

const width = 520;
const height = 720;

/** Call it in the click: browsers block others. */
export const openWindow: OpenWindow = (name) => {
  const left = Math.round(window.screenX + Math.max(0, (window.outerWidth - width) / 2));
  const top = Math.round(window.screenY + Math.max(0, (window.outerHeight - height) / 3));
  const opened = window.open('about:blank', name, `popup,width=${width},height=${height},left=${left},top=${top}`);
  if (opened === null) return null;
  try {
    // The sign-in page is not ours: it must not steer this page. In return this page cannot close it there, only the person.
    opened.opener = null;
    opened.document.title = 'Sluice: signing in';
    opened.document.body.textContent = 'Looking for the sign-in page…';
  } catch {
    // A window of that name from before may stand at another site; it is steered away all the same.
  }
  return {
    closed: () => opened.closed,
    go: (address) => opened.location.replace(address),
    show: () => opened.focus(),
    close: () => {
      if (isOurs(opened)) opened.close();
    },
  };
};

/** Whether the window is at a page of this origin; trying to close another one does nothing but fill the console. */
function isOurs(opened: Window): boolean {
  try {
    return opened.location.origin === location.origin || opened.location.href === 'about:blank';
  } catch {
    return false;
  }
}
