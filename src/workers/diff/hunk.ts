/** One hunk of a unified patch. Lines bear their sign and lack the final "\n"; a "\r" before it stays. */
export interface Hunk {
  /** From 1. */
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly lines: readonly string[];
}

/** Unchanged lines shown around a change. */
export const contextLines = 3;
/** Stands after a last line that has no line break. */
export const noNewline = '\\ No newline at end of file';
