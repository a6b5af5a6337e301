import type { JSX } from 'preact';
import type { ImportPreview } from '../../../core/serverdraft.ts';
import { shown } from '../../../core/visible.ts';
import { Chip } from '../../ui/Chip.tsx';

type What = ImportPreview['rows'][number]['what'];

const words: Readonly<Record<What, string>> = { add: 'add', change: 'change', same: 'no change', skip: 'skip' };
const tones: Readonly<Record<What, 'accent' | 'warn' | 'plain'>> = {
  add: 'accent',
  change: 'warn',
  same: 'plain',
  skip: 'plain',
};

const brief = (text: string, most: number): string => shown(text.length > most ? `${text.slice(0, most)}…` : text);

/** What an import would do with each server, and why (row M8). */
export function ImportRows({ preview }: { readonly preview: ImportPreview }): JSX.Element {
  return (
    <table class="import-rows">
      <caption class="visually-hidden">What the import would do</caption>
      <thead class="visually-hidden">
        <tr>
          <th scope="col">Server</th>
          <th scope="col">What happens</th>
          <th scope="col">Why</th>
        </tr>
      </thead>
      <tbody>
        {preview.rows.map((row, at) => (
          <tr key={`${at} ${row.key}`} class={row.what}>
            <th scope="row">{brief(row.key, 80)}</th>
            <td>
              <Chip tone={tones[row.what]}>{words[row.what]}</Chip>
            </td>
            <td>
              {row.draft === null ? null : <span class="mono">{brief(row.draft.url, 200)} </span>}
              <span class="why">{brief(row.why, 400)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
