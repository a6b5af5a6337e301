import { shown } from '../../core/visible.ts';

/**
 * A name or label from outside as one short line (row T6): breaks and runs of blanks become one blank, invisible and
 * direction-changing characters stand as their codes, and what is longer than `most` characters ends in “…”. No name can
 * push the words beside it out of sight, or look like two of them.
 */
export function oneLine(text: string, most = 80): string {
  // Enough to see that there is more; megabytes are not looked at.
  const blanks = /[ \t\n\r\u00a0\u2000-\u200a\u202f\u205f\u3000]+/gu;
  const flat = Array.from(
    text
      .slice(0, most * 4)
      .replaceAll(blanks, ' ')
      .trim(),
  );
  const cut = flat.length > most || text.length > most * 4;
  return shown(cut ? `${flat.slice(0, most).join('').trimEnd()}…` : flat.join(''));
}
