/** Looking into a project: listing, finding, searching. */
export { findFiles } from './find.ts';
export { grep } from './grep.ts';
export { listDirectory } from './list.ts';
