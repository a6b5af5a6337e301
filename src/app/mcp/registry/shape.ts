/** What a registry answers (row M2), checked piece by piece: a broken entry is left out, never the page. */
import '../../models/zod.ts';
import * as z from 'zod';

const most = { name: 300, text: 4_000, url: 2_000, variables: 32, headers: 32, remotes: 16, choices: 200 } as const;

/** Text that is too long is cut: a description is no reason to lose an entry. */
const words = z
  .string()
  .transform((text) => text.slice(0, most.text))
  .catch('');
const flag = z.boolean().catch(false);

/** A value that is asked for, or fixed by `value`. */
const input = z.object({
  description: words,
  isRequired: flag,
  isSecret: flag,
  format: z.string().catch('string'),
  value: z.string().max(most.text).optional().catch(undefined),
  default: z
    .union([z.string().max(most.text), z.number(), z.boolean()])
    .transform(String)
    .optional()
    .catch(undefined),
  choices: z.array(z.string().max(most.text)).max(most.choices).catch([]),
});
/** A value that an entry wants. */
export type Input = z.infer<typeof input>;

const variables = z
  .record(z.string().max(most.name), input)
  .refine((all) => Object.keys(all).length <= most.variables)
  .nullish()
  .transform((all) => all ?? {});

const header = input.extend({ name: z.string().min(1).max(most.name), variables });
/** A header that an entry wants sent. */
export type HeaderInput = z.infer<typeof header>;

const remote = z.object({
  type: z.string(),
  url: z.string().min(1).max(most.url),
  headers: z
    .array(header)
    .max(most.headers)
    .nullish()
    .transform((all) => all ?? []),
  variables,
});
/** One endpoint of an entry. */
export type Remote = z.infer<typeof remote>;

const address = z.string().max(most.url).nullish().catch(null);

const server = z.object({
  name: z.string().min(1).max(most.name),
  title: words,
  description: words,
  version: z.string().max(most.name).catch(''),
  websiteUrl: address,
  repository: z.object({ url: address }).nullish().catch(null),
  status: z.string().optional().catch(undefined),
  packages: z.array(z.unknown()).nullish().catch(null),
  /** One by one as well: an endpoint that cannot be read is none. */
  remotes: z
    .array(z.unknown())
    .nullish()
    .catch(null)
    .transform((all) => (all ?? []).slice(0, most.remotes).map((one) => remote.safeParse(one).data ?? null)),
});
/** One server as a registry lists it. */
export type Listed = z.infer<typeof server>;

const official = z.object({ status: z.string() });
const wrapped = z.object({ server: z.unknown(), _meta: z.record(z.string(), z.unknown()).nullish().catch(null) });

/** One entry, with the status that the registry gives it; null where it is broken. Old builds did not wrap the server. */
export function readEntry(raw: unknown): { readonly listed: Listed; readonly status: string } | null {
  const whole = wrapped.safeParse(raw).data;
  const listed = server.safeParse(whole?.server ?? raw).data;
  if (listed === undefined) return null;
  const said = official.safeParse(whole?._meta?.['io.modelcontextprotocol.registry/official']).data;
  return { listed, status: said?.status ?? listed.status ?? 'active' };
}

const cursor = z.string().max(4_000).nullish().catch(null);
const page = z.object({
  servers: z.array(z.unknown()).nullable(),
  metadata: z.object({ nextCursor: cursor, next_cursor: cursor }).nullish().catch(null),
});

/** A page: its entries unread, and where the next one begins; null where it is no answer of a registry. */
export function readPage(raw: unknown): { readonly entries: readonly unknown[]; readonly next: string | null } | null {
  const read = page.safeParse(raw).data;
  if (read === undefined) return null;
  const next = (read.metadata?.nextCursor ?? '') || (read.metadata?.next_cursor ?? '');
  return { entries: (read.servers ?? []).slice(0, 200), next: next === '' ? null : next };
}
