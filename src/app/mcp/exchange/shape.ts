/** One server as 5ire, Claude Desktop, VS Code, Cursor and others write it (row M8). */
import '../../models/zod.ts';
import * as z from 'zod';

const text = z.string().max(4_096);
const value = z.union([z.string().max(16_384), z.number(), z.boolean()]).transform(String);

const entry = z.object({
  name: text.nullish(),
  title: text.nullish(),
  description: z.string().nullish(),
  url: text.nullish(),
  serverUrl: text.nullish(),
  httpUrl: text.nullish(),
  command: z.union([text, z.array(text)]).nullish(),
  args: z.array(value).max(500).nullish(),
  env: z.record(z.string(), z.unknown()).nullish(),
  type: text.nullish(),
  transport: text.nullish(),
  headers: z.record(z.string().max(256), value).nullish(),
  /** Ours: which of them are secret; where it is absent all are. */
  secretHeaders: z.array(z.string()).nullish(),
  approvalPolicy: text.nullish(),
  approval_policy: text.nullish(),
  isActive: z.boolean().nullish(),
  is_active: z.boolean().nullish(),
  enabled: z.boolean().nullish(),
  disabled: z.boolean().nullish(),
  /** Ours: the audience. */
  offerToEveryModel: z.boolean().nullish(),
});
/** One server of a file, in any of the programs' spellings. */
export type Entry = z.infer<typeof entry>;

/** Reads one entry; a sentence about what is wrong with it where it is none. */
export function readEntry(raw: unknown): Entry | string {
  const read = entry.safeParse(raw);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const where = issue?.path.map(String).join('.') ?? '';
  return where === '' ? 'it is no description of a server' : `“${where.slice(0, 80)}” is not what it has to be`;
}

const input = z.object({
  id: z.string().max(256),
  description: z.string().max(1_000).catch(''),
  password: z.boolean().catch(false),
  default: z.string().max(4_096).optional().catch(undefined),
});
/** A value that VS Code's files ask for. */
export type Input = z.infer<typeof input>;

const container = z.record(z.string(), z.unknown());
const isRecord = (raw: unknown): raw is Record<string, unknown> => container.safeParse(raw).success;

/** Where in a file the servers stand, and which program's file it is. */
export interface Found {
  readonly format: string;
  readonly servers: readonly (readonly [key: string, raw: unknown])[];
  readonly inputs: ReadonlyMap<string, Input>;
}

function inputsOf(raw: unknown): ReadonlyMap<string, Input> {
  if (!Array.isArray(raw)) return new Map();
  const read = raw.slice(0, 200).map((one: unknown) => input.safeParse(one).data);
  return new Map(read.flatMap((one) => (one === undefined ? [] : [[one.id, one] as const])));
}

function listed(raw: unknown): Found['servers'] | null {
  if (isRecord(raw)) return Object.entries(raw);
  if (!Array.isArray(raw)) return null;
  return raw.map((one: unknown, at) => [
    isRecord(one) && typeof one['name'] === 'string' ? one['name'] : `${at + 1}`,
    one,
  ]);
}

const isServer = (raw: unknown): boolean =>
  isRecord(raw) && ['url', 'serverUrl', 'httpUrl', 'command'].some((key) => typeof raw[key] === 'string');

/** The servers of a file, or null where it has none that is known. */
export function findServers(raw: unknown): Found | null {
  if (!isRecord(raw)) return null;
  const of = (from: Record<string, unknown>, key: string, format: string): Found | null => {
    const servers = listed(from[key]);
    return servers === null ? null : { format, servers, inputs: inputsOf(from['inputs']) };
  };
  const nested = raw['mcp'];
  return (
    of(raw, 'mcpServers', 'mcpServers (5ire, Claude Desktop, Cursor, Sluice)') ??
    of(raw, 'servers', 'servers (VS Code)') ??
    (isRecord(nested) ? of(nested, 'servers', 'mcp.servers (VS Code settings)') : null) ??
    (isServer(raw)
      ? {
          format: 'one server',
          servers: [[typeof raw['name'] === 'string' ? raw['name'] : 'server', raw]],
          inputs: new Map(),
        }
      : null) ??
    (Object.values(raw).some(isServer)
      ? { format: 'a list of servers', servers: Object.entries(raw), inputs: new Map() }
      : null)
  );
}
