import type { Lookups } from './lookups.ts';

/** The rooms that the servers page loads when they are first wanted. */
export const lookups: Pick<Lookups, 'registry' | 'exchange'> = {
  async registry(on) {
    const [{ makeRegistry }, { drafted }] = await Promise.all([
      import('../../mcp/registry/client.ts'),
      import('../../mcp/registry/draft.ts'),
    ]);
    return { browse: makeRegistry(on).browse, drafted };
  },
  async exchange() {
    const [{ readImport }, { exportText }] = await Promise.all([
      import('../../mcp/exchange/read.ts'),
      import('../../mcp/exchange/write.ts'),
    ]);
    return { read: readImport, write: exportText };
  },
};
