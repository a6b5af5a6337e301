/** Headers that lists of servers often name, and that the program or the browser sets with every request anyway. */
const ours: ReadonlySet<string> = new Set([
  'accept',
  'connection',
  'content-length',
  'content-type',
  'mcp-protocol-version',
  'mcp-session-id',
  'user-agent',
]);

/** Such a header is left out of what is saved (rows M2, M8): it could not be set, and is no reason to skip a server. */
export const setByUs = (name: string): boolean => ours.has(name.trim().toLowerCase());
