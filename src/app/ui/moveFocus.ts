let typed = '';
let typedAt = 0;

/** Puts one of a list's enabled buttons in focus and true, or false where the key is not one that moves. */
export function moveFocus(list: HTMLElement, key: string): boolean {
  const buttons = [...list.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')];
  const now = buttons.findIndex((button) => button === document.activeElement);
  const go = (at: number): boolean => {
    buttons.at(at % Math.max(1, buttons.length))?.focus();
    return true;
  };
  if (key === 'first' || key === 'Home') return go(0);
  if (key === 'End') return go(-1);
  if (key === 'ArrowDown') return go(now + 1);
  if (key === 'ArrowUp') return go(now <= 0 ? -1 : now - 1);
  if (!/^[^ ]$/u.test(key)) return false;
  const at = performance.now();
  typed = at - typedAt > 1_000 ? key : typed + key;
  typedAt = at;
  // The same letter again steps through its matches; more letters narrow from where one stands.
  const step = typed.length === 1 ? 1 : 0;
  const found = buttons.findIndex((_, index) =>
    (buttons[(index + now + step) % buttons.length]?.textContent ?? '').toLowerCase().includes(typed.toLowerCase()),
  );
  return found >= 0 && go(found + now + step);
}
