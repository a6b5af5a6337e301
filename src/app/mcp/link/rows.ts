/** Requests as the server's detail view lists them (row I3): what was asked and how it ended, never a header's value. */
import type { RequestRow } from '../../../core/server.ts';

/** A request under way, in the list of a server's requests (row I3). */
export interface Row {
  end(status: number | null, fault: string | null): void;
}

/** `at` tells two requests apart, so that no two have the same. */
export function makeRows(tell: (row: RequestRow) => void): { begin(what: string): Row } {
  let last = 0;
  return {
    begin(what) {
      const begun = Date.now();
      const at = Math.max(begun, last + 1);
      last = at;
      let ended = false;
      tell({ at, what, status: null, ms: null, fault: null });
      return {
        end(status, fault) {
          if (ended) return;
          ended = true;
          tell({ at, what, status, ms: Date.now() - begun, fault: fault === null ? null : fault.slice(0, 200) });
        },
      };
    },
  };
}
