import type { JSX } from 'preact';
import type { RequestRow } from '../../../core/server.ts';
import { shown } from '../../../core/visible.ts';
import { Part } from './Frame.tsx';
import { moment } from './moment.ts';

/** A server that keeps no stream of its own says so by 405, which is no failure. */
const good = ({ what, status, fault }: RequestRow): boolean =>
  fault === null && (status === null || status < 400 || (status === 405 && what.startsWith('GET')));

/** An open GET is the stream on which the server may speak: it stays open, and nothing runs. */
function took({ what, ms, fault }: RequestRow): string {
  if (ms !== null) return `${Math.round(ms).toLocaleString('en')} ms`;
  if (fault !== null) return '';
  return what.startsWith('GET') ? 'listening' : 'running';
}

/** The last requests to a server, the newest first: when, what, how it ended (row I3). */
export function Requests({ rows }: { readonly rows: readonly RequestRow[] }): JSX.Element {
  return (
    <Part title={`Requests (${rows.length})`}>
      {rows.length === 0 ? (
        <p class="faint">None since this page was opened.</p>
      ) : (
        <table class="requests">
          <thead class="visually-hidden">
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Request</th>
              <th scope="col">Status</th>
              <th scope="col">Took</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={`${row.at} ${row.what} ${rows.length - at}`} class={good(row) ? undefined : 'failed'}>
                <td class="faint">{moment(row.at)}</td>
                <td class="what">
                  {shown(row.what)}
                  {row.fault === null ? null : <span class="fault">{shown(row.fault)}</span>}
                </td>
                <td>{row.status ?? (row.fault === null ? '…' : 'none')}</td>
                <td class="took">{took(row)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Part>
  );
}
