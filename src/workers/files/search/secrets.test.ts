import { expect, test } from 'vitest';
import { moreSecret, secretOf } from './secrets.ts';

const asked = [
  '.env',
  'api/.env.production',
  '.npmrc',
  '.pypirc',
  '.netrc',
  '.pgpass',
  '.git-credentials',
  '.htpasswd',
  'infra/prod.tfvars',
  'terraform.tfstate',
  'credentials',
  'config/credentials.json',
  'secrets.yaml',
  'service-account-prod.json',
  '.docker/config.json',
  'home/.kube/config',
  '.aws/credentials',
  'home/.aws/sso/cache/token.txt',
  '.env/inner.txt',
];
const denied = [
  'id_rsa',
  'keys/id_rsa.old',
  'id_ed25519',
  'id_ecdsa_sk',
  'tls/server.pem',
  'server.key',
  'a.p12',
  'a.pfx',
  'a.jks',
  'a.keystore',
  '.ssh/config',
  '.ssh',
  'home/.gnupg/trustdb.gpg',
  '.vault-token',
  'certs.pem/readme.txt',
];
const free = [
  'src/main.ts',
  'id_rsa.pub',
  '.ssh/id_ed25519.pub',
  '.env.example',
  'api/.env.sample',
  '.env.template',
  'environment.ts',
  'docker/config.json',
  'config.json',
  'kube/config',
  'my.envrc',
  'secrets',
  'keyboard.ts',
  'monkey.keys',
];

test.each(asked)('X2 %s asks first', (path) => expect(secretOf(path)).toBe('ask'));
test.each(denied)('X2 %s is denied', (path) => expect(secretOf(path)).toBe('deny'));
test.each(free)('X2 %s is not secret', (path) => expect(secretOf(path)).toBe('none'));

test('X2 letter case does not open a secret', () => {
  expect(secretOf('API/.ENV')).toBe('ask');
  expect(secretOf('.SSH/Config')).toBe('deny');
  expect(secretOf('Server.PEM')).toBe('deny');
  expect(secretOf('.Env.Example')).toBe('none');
});

test('X2 a folder named like a never-secret file makes nothing in it public', () => {
  expect(secretOf('x.pub/id_rsa')).toBe('deny');
  expect(secretOf('.env.example/.env')).toBe('ask');
});

test('X2 what is no more secret than the approved target is not left out', () => {
  expect(moreSecret('.aws/config', '.aws')).toBe(false);
  expect(moreSecret('.aws/id_rsa', '.aws')).toBe(true);
  expect(moreSecret('.env', '')).toBe(true);
});
