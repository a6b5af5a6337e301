import type { Blocks } from './guard.ts';
import type { Plan } from '../../core/ports.ts';
import type { FoundFile, FoundFolder } from './resolve.ts';
import type { Tree } from './tree.ts';

/** Where something new comes to stand: folders of `missing` but the last are made on the way. */
export interface Place {
  readonly path: string;
  readonly parent: FileSystemDirectoryHandle;
  readonly missing: readonly string[];
}

/** What the hands would have to do to carry a plan out; handles are from the moment of planning. */
export type Act =
  | { readonly is: 'create'; readonly place: Place; readonly bytes: Blob }
  | { readonly is: 'replace'; readonly target: FoundFile; readonly bytes: Blob }
  | { readonly is: 'remove'; readonly target: FoundFile | FoundFolder }
  | { readonly is: 'move-file'; readonly target: FoundFile; readonly place: Place; readonly caseOnly: boolean }
  | {
      readonly is: 'move-folder';
      readonly target: FoundFolder;
      readonly tree: Tree;
      readonly place: Place;
      readonly caseOnly: boolean;
      /** Putting back only: the old place may still stand, with nothing in it that the browser shows. */
      readonly intoEmpty: boolean;
    };

/** A planned change: the plan that is shown and compared, both sides' bytes, and the act (row P8). */
export interface Draft {
  readonly plan: Plan;
  /** The old bytes; a large file's are a reference to the disk, read when they are kept. */
  readonly before: Blob | null;
  readonly after: Blob | null;
  readonly act: Act;
  /** Edit only: the lines of the replaced passages. */
  readonly lines: readonly number[];
  /** Write only: "1,204 bytes, 40 lines" and what else the result should say. */
  readonly size: string;
}

/** How planning judges what it meets on the way: the tree of a folder rename is asked too (row P5). */
export interface Judge {
  readonly blocks: Blocks;
  /** The target is a secret: messages quote nothing of it (row X2). */
  readonly discreet: boolean;
  /** Putting a folder back: its old place may still stand, if it looks empty (links were left in it). */
  readonly intoEmpty?: boolean;
}
