import type { JSX } from 'preact';
import './Icon.css';

/** Strokes on a 16 × 16 grid, drawn with the colour of the text around them. */
const paths = {
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  close: 'M4 4l8 8M12 4l-8 8',
  plus: 'M8 3v10M3 8h10',
  check: 'M3 8.5l3.2 3.2L13 4.8',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  copy: 'M5.5 5.5v-2a1 1 0 0 1 1-1h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-2M3.5 5.5h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-6a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1z',
  retry: 'M13 8a5 5 0 1 1-1.6-3.7M13 2.5v2.8h-2.8',
  revert: 'M3 6.5h6.5a3.5 3.5 0 0 1 0 7H6M3 6.5l3-3M3 6.5l3 3',
  pencil: 'M3 13l.6-2.7 7.2-7.2a1.2 1.2 0 0 1 1.7 0l.4.4a1.2 1.2 0 0 1 0 1.7L5.7 12.4 3 13z',
  stop: 'M4.5 4.5h7v7h-7z',
  send: 'M8 13V3.2M3.8 7.2L8 3l4.2 4.2',
  down: 'M8 3v9.8M3.8 8.8L8 13l4.2-4.2',
  file: 'M4 2h5l3.5 3.5V13a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V3a1 1 0 0 1 1-1zM9 2v3.5h3.5',
  folder: 'M2 12.5v-8a1 1 0 0 1 1-1h3l1.5 2H13a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1z',
  browser: 'M2 4a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1zM2 6h12',
  left: 'M10 3.5L5.5 8l4.5 4.5',
  right: 'M6 3.5L10.5 8 6 12.5',
  expand: 'M3.5 6L8 10.5 12.5 6',
  warn: 'M8 2.500l6 10.500H2zM8 6.500v3M8 11.300h.01',
  info: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 7.300v3.500M8 5.200h.01',
  trash: 'M3 4.500h10M6 4.500v-1a1 1 0 0 1 1-1h2a1 1 0 0 1 1 1v1M4.5 4.500l.5 8a1 1 0 0 0 1 1h4a1 1 0 0 0 1-1l.5-8',
  search: 'M7 11.500a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.3 10.300l3.2 3.2',
  external: 'M6.5 3.500H4a1 1 0 0 0-1 1V12a1 1 0 0 0 1 1h7.500a1 1 0 0 0 1-1V9.500M9.5 2.500h4v4M13.3 2.700L7.5 8.5',
  download: 'M8 2.500v7.300M4.8 6.800L8 10l3.2-3.200M3 13h10',
  image:
    'M2.5 4a1 1 0 0 1 1-1h9a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1zM2.5 11l3.2-3 2.8 2.5 2-1.7 3 2.500M10.5 6.200h.01',
  tool: 'M9.8 6.200a3 3 0 0 1 3.7-3.500L11.6 4.600l1.7 1.7 1.3-1.200a3 3 0 0 1-4 3.500l-4.9 5a1.4 1.4 0 0 1-2-2l5-4.900z',
  sliders: 'M2.5 5h6M11.5 5h2M2.5 11h2M7.5 11h6M10 3.500v3M6 9.500v3',
  gear: 'M8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM8 1.800v1.700M8 12.500v1.700M14.2 8h-1.700M3.5 8H1.800M12.4 3.600l-1.2 1.200M4.8 11.200l-1.2 1.200M12.4 12.400l-1.2-1.200M4.8 4.800L3.6 3.6',
} as const;

/** Icons that exist. */
export type IconName = keyof typeof paths;

/** A picture beside words, never instead of a name: it is hidden from the accessibility tree. */
export function Icon({ name }: { readonly name: IconName }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}

/** Sluice's mark: a gate in running water. */
export function Mark({ size = 18 }: { readonly size?: number }): JSX.Element {
  return (
    <svg class="mark" viewBox="0 0 18 18" width={size} height={size} aria-hidden="true" focusable="false">
      <path d="M3 2v14M15 2v14M3 6h12M6.5 6v5M9 6v5M11.5 6v5" />
      <path d="M2 14.500c1.2 0 1.2-1 2.4-1s1.2 1 2.3 1 1.2-1 2.3-1 1.2 1 2.3 1 1.2-1 2.3-1 1.2 1 2.4 1" />
    </svg>
  );
}
