/** Puts an open popover under its button, or above it where there is more room, always inside the window. */
export function placeBelow(popover: HTMLElement, button: HTMLElement): void {
  const gap = 4;
  const edge = 8;
  const from = button.getBoundingClientRect();
  const below = innerHeight - from.bottom - gap - edge;
  const above = from.top - gap - edge;
  const up = popover.scrollHeight > below && above > below;
  popover.style.maxHeight = `${Math.max(120, up ? above : below)}px`;
  const size = popover.getBoundingClientRect();
  popover.style.left = `${Math.max(edge, Math.min(from.left, innerWidth - size.width - edge))}px`;
  popover.style.top = up ? `${Math.max(edge, from.top - gap - size.height)}px` : `${from.bottom + gap}px`;
}
