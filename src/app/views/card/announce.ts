import { shown } from '../../../core/visible.ts';

/** A region that readers watch from the start: one that is made together with its text is often not read. */
const region = document.createElement('div');
region.className = 'visually-hidden';
region.setAttribute('aria-live', 'assertive');
region.setAttribute('role', 'status');
document.body.append(region);

/** Has a card read out, whether or not it takes the focus (row U3). */
export function announce(text: string): void {
  if (!region.isConnected) document.body.append(region);
  region.textContent = shown(text);
}
