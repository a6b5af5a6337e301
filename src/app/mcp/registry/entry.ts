/** A registry's entry as the dialog shows it (row M2): what it is, whether a browser can use it, what must be asked. */
import type { RegistryEntry, RegistryRemote, Wanted } from '../../../core/serverdraft.ts';
import { setByUs } from '../setbyus.ts';
import type { HeaderInput, Input, Listed, Remote } from './shape.ts';
import { filled, holesOf } from './template.ts';

const web = (address: string | null | undefined): string | null => {
  const url = URL.parse(address ?? '');
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
};

/** A variable that a template names and nobody described. */
const undescribed: Input = {
  description: '',
  isRequired: true,
  isSecret: false,
  format: 'string',
  value: undefined,
  default: undefined,
  choices: [],
};

function wantedOf(of: Wanted['of'], name: string, header: string | null, input: Input): Wanted {
  const choices = input.choices.length > 0 ? input.choices : input.format === 'boolean' ? ['true', 'false'] : [];
  const initial = input.default ?? '';
  return {
    of,
    name,
    header,
    about: input.description,
    secret: input.isSecret,
    required: input.isRequired,
    // A default that is none of the choices would be shown as chosen and never sent.
    initial: choices.length > 0 && !choices.includes(initial) ? '' : initial,
    choices,
  };
}

/** How a header's variable is named among what is wanted. */
export const variableName = (header: string, variable: string): string => `${header} · ${variable}`;

interface Asked {
  readonly template: string;
  readonly wanted: readonly Wanted[];
}

/** Puts fixed values in, and asks for the others. A variable is required where its place cannot be left out. */
function asked(
  template: string,
  variables: Readonly<Record<string, Input>>,
  want: (name: string, input: Input) => Wanted,
): Asked {
  const of = (name: string): Input => (Object.hasOwn(variables, name) ? variables[name] : undefined) ?? undescribed;
  const names = holesOf(template);
  const fixed = new Map(
    names.flatMap((name) => {
      const { value } = of(name);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
  return {
    template: filled(template, fixed),
    wanted: names.filter((name) => !fixed.has(name)).map((name) => want(name, of(name))),
  };
}

/** Credentials, even where an entry forgets to say so. */
const secretName = /^(authorization|proxy-authorization)$|token|secret|api-?key|password/i;

function headerOf(header: HeaderInput): { header: RegistryRemote['headers'][number]; wanted: readonly Wanted[] } {
  const { name } = header;
  const secret =
    header.isSecret || secretName.test(name) || Object.values(header.variables).some((one) => one.isSecret);
  if (header.value === undefined)
    return {
      header: { name, template: null, secret },
      wanted: [wantedOf('header', name, null, { ...header, isSecret: secret })],
    };
  const { template, wanted } = asked(header.value, header.variables, (variable, input) =>
    wantedOf('header', variableName(name, variable), name, {
      ...input,
      description: input.description === '' ? header.description : input.description,
      isSecret: input.isSecret || header.isSecret || (input === undescribed && secret),
      isRequired: input === undescribed ? header.isRequired : input.isRequired,
    }),
  );
  return { header: { name, template, secret }, wanted };
}

function remoteOf(remote: Remote): RegistryRemote {
  const url = asked(remote.url, remote.variables, (name, input) =>
    // An address with a hole in it is none: whatever the entry says, its variables are needed.
    wantedOf('url', name, null, { ...input, isRequired: true }),
  );
  const headers = remote.headers.filter(({ name }) => !setByUs(name)).map(headerOf);
  return {
    url: url.template,
    wanted: [...url.wanted, ...headers.flatMap((one) => one.wanted)],
    headers: headers.map((one) => one.header),
  };
}

function unusable(listed: Listed, state: RegistryEntry['state']): string | null {
  if (state === 'deleted') return 'The registry has deleted it.';
  const remotes = listed.remotes.filter((one) => one !== null);
  if (remotes.some((one) => one.type === 'streamable-http')) return null;
  if (remotes.some((one) => one.type === 'sse'))
    return 'It speaks only the older SSE transport, which is no longer part of the protocol and which Sluice does not speak.';
  if (remotes.length > 0) return `It speaks a transport that Sluice does not know (“${remotes[0]?.type ?? ''}”).`;
  if (listed.remotes.length > 0) return 'Its address is broken in the registry.';
  if ((listed.packages ?? []).length > 0)
    return 'It only runs as a program on your computer, which a browser cannot start. A bridge such as supergateway or mcp-proxy can serve it at an address, which you then add by hand.';
  return 'It names no address.';
}

/** The entry; `has` says whether a server with an address is there already. */
export function entryOf(listed: Listed, status: string, has: (url: string) => boolean): RegistryEntry {
  const state = status === 'deprecated' || status === 'deleted' ? status : 'active';
  const remotes = listed.remotes.filter((one) => one !== null && one.type === 'streamable-http');
  return {
    name: listed.name,
    title: listed.title.trim() === '' ? (listed.name.split('/').at(-1) ?? listed.name) : listed.title.trim(),
    about: listed.description,
    version: listed.version,
    website: web(listed.websiteUrl),
    repository: web(listed.repository?.url),
    state,
    unusable: unusable(listed, state),
    remotes: remotes.filter((one) => one !== null).map(remoteOf),
    added: remotes.some((one) => one !== null && has(URL.parse(one.url)?.href ?? one.url)),
  };
}
