/** Row X2's class of a path: `ask` and `deny` are what the gate makes of it; `none` is an ordinary file. */
export type Secret = 'none' | 'ask' | 'deny';

/** A name with at most one `*`, at its end or its start; the list needs no more. */
type Name = (name: string) => boolean;

function nameOf(pattern: string): Name {
  if (pattern.startsWith('*')) return (name) => name.endsWith(pattern.slice(1));
  const star = pattern.indexOf('*');
  if (star < 0) return (name) => name === pattern;
  const head = pattern.slice(0, star);
  const tail = pattern.slice(star + 1);
  return (name) => name.length >= head.length + tail.length && name.startsWith(head) && name.endsWith(tail);
}

const namesOf = (patterns: string): readonly Name[] => patterns.split(' ').map(nameOf);

const never = namesOf('*.pub .env.example .env.sample .env.template');
const ask = namesOf(
  '.env .env.* .npmrc .pypirc .netrc .pgpass .git-credentials .htpasswd *.tfvars *.tfstate credentials* secrets.* service-account*.json .aws',
);
const deny = namesOf('id_rsa* id_ed25519* id_ecdsa* *.pem *.key *.p12 *.pfx *.jks *.keystore .vault-token .ssh .gnupg');
/** Files that are secret only in their own folder. */
const inFolder: readonly (readonly [folder: string, name: string])[] = [
  ['.docker', 'config.json'],
  ['.kube', 'config'],
];

const hit = (names: readonly Name[], segment: string): boolean => names.some((name) => name(segment));

/**
 * Row X2's fixed list. As in a `.gitignore`, a name counts wherever it stands in the path, so what lies in a folder
 * of that name is secret too; letter case does not matter, since on many disks it does not either. The never-secret
 * names speak of the file itself only: a folder called `x.pub` makes nothing in it public.
 */
export function secretOf(path: string): Secret {
  const segments = path.normalize('NFC').toLowerCase().split('/');
  if (hit(never, segments.at(-1) ?? '')) return 'none';
  if (segments.some((segment) => hit(deny, segment))) return 'deny';
  if (segments.some((segment) => hit(ask, segment))) return 'ask';
  const paired = segments.some((segment, at) =>
    inFolder.some(([folder, name]) => segment === name && segments[at - 1] === folder),
  );
  return paired ? 'ask' : 'none';
}

const rank: Readonly<Record<Secret, number>> = { none: 0, ask: 1, deny: 2 };

/** Whether a path is more secret than the target that the gate let through: search leaves those out (row X2). */
export const moreSecret = (path: string, target: string): boolean => rank[secretOf(path)] > rank[secretOf(target)];
