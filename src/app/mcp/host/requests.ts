import { limits } from '../../../core/limits.ts';
import type { RequestRow } from '../../../core/server.ts';

/** The ring of a server's last requests, the newest first (row I3): a row that ends takes the place of its beginning. */
export function withRow(rows: readonly RequestRow[], row: RequestRow): readonly RequestRow[] {
  const what = row.what.slice(0, 300);
  const clean = { ...row, what, fault: row.fault === null ? null : row.fault.slice(0, 300) };
  const began = rows.findLastIndex(
    (one) => one.at === row.at && one.what === what && one.ms === null && one.status === null && one.fault === null,
  );
  if (began === -1) return [clean, ...rows].slice(0, limits.mcp.requests);
  return rows.with(began, clean);
}
