/** Looking into a project: listing, finding, searching, and the two rule lists that keep things out of it. */
export { blockedBy } from './agentblock.ts';
export { findFiles } from './find.ts';
export { grep } from './grep.ts';
export { listDirectory } from './list.ts';
export { secretOf } from './secrets.ts';
