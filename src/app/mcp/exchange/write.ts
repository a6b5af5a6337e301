/** The servers as other programs read them (row M8): `mcpServers` in JSON. */
import type { ServerRecord } from '../../../core/server.ts';

/** A server with its header values opened. */
export interface Exported {
  readonly record: ServerRecord;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

const placeholder = (name: string): string => `\${${name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')}}`;

/** Servers of one name are told apart by a number. */
function keys(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let key = name;
    for (let n = 2; taken.has(key); n += 1) key = `${name} ${n}`;
    taken.add(key);
    return key;
  });
}

function entryOf({ record, headers }: Exported, secrets: boolean): object {
  const secret = record.headers.filter((one) => one.secret).map((one) => one.name);
  const isSecret = (name: string): boolean => secret.some((one) => one.toLowerCase() === name.toLowerCase());
  return {
    name: record.name,
    ...(record.about === '' ? {} : { description: record.about }),
    url: record.url,
    ...(headers.length === 0
      ? {}
      : {
          headers: Object.fromEntries(
            headers.map(([name, value]) => [name, isSecret(name) && !secrets ? placeholder(name) : value]),
          ),
          secretHeaders: secret,
        }),
    approvalPolicy: record.policy ?? 'once',
    isActive: record.enabled,
    offerToEveryModel: record.audience === 'all',
  };
}

/** JSON for a file. Secret values are in it only where `secrets`; a placeholder stands for each otherwise. */
export function exportText(servers: readonly Exported[], secrets: boolean): string {
  const names = keys(servers.map(({ record }) => record.name));
  const entries = servers.map((server, at) => [names[at] ?? '', entryOf(server, secrets)] as const);
  return `${JSON.stringify({ mcpServers: Object.fromEntries(entries) }, null, 2)}\n`;
}
