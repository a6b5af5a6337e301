import { expect, test } from 'vitest';
import { isLocal, needsClick } from './click.ts';

const open = { protocol: 'https:', hostname: 'sluice.example' };

test('M6 addresses of this machine and its network are told from public ones', () => {
  const local = ['localhost', 'a.localhost', '127.0.0.1', '[::1]', '10.1.2.3', '192.168.0.9', '172.16.0.1', 'nas'];
  const more = ['172.31.9.9', '169.254.1.1', 'printer.local', '[fe80::1]', '[fd12::1]', '0.0.0.0', '[::ffff:7f00:1]'];
  for (const host of [...local, ...more]) expect(isLocal(host), host).toBe(true);
  const far = [
    'example.com',
    '8.8.8.8',
    '172.32.0.1',
    '172.15.0.1',
    '11.0.0.1',
    '192.169.0.1',
    '[2001:db8::1]',
    '10.example.com',
  ];
  for (const host of far) expect(isLocal(host), host).toBe(false);
});

test('M6 only a public page needs a click for a local server', () => {
  expect(needsClick('http://localhost:3000/mcp', open)).toBe(true);
  expect(needsClick('https://mcp.example/mcp', open)).toBe(false);
  expect(needsClick('http://localhost:3000/mcp', { protocol: 'http:', hostname: '127.0.0.1' })).toBe(false);
  expect(needsClick('http://localhost:3000/mcp', { protocol: 'https:', hostname: 'localhost' })).toBe(false);
});
