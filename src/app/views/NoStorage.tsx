import type { Fault } from '../../core/outcome.ts';
import { FaultNote } from '../ui/Fault.tsx';

/** All that can be shown where the browser gives no database: what happened, why, and what to do (row U6). */
export function NoStorage({ fault }: { readonly fault: Fault }) {
  return (
    <main class="no-storage">
      <h1>Sluice cannot start</h1>
      <FaultNote fault={fault} />
      <p>
        Sluice keeps everything inside your browser and needs its storage. In a private window, or where cookies and
        site data are blocked, there is none: allow site data for this address, or open Sluice in an ordinary window.
      </p>
    </main>
  );
}
