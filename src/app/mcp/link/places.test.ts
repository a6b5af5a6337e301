import { afterEach, expect, test } from 'vitest';
import { servers } from '../../../test/servers/browser.ts';
import { takePlace } from './places.ts';
import { call, closeAll, opened } from './testing/harness.ts';

afterEach(closeAll);

test('M1 only so many streams stay open to one address, and one that ends makes room', () => {
  const first = takePlace('https://places.example/a');
  const second = takePlace('https://places.example/b');
  expect(takePlace('https://places.example/c')).toBeNull();
  expect(takePlace('https://places.example:8443/c')).not.toBeNull();
  first?.();
  first?.();
  expect(takePlace('https://places.example/c')).not.toBeNull();
  expect(takePlace('https://places.example/d')).toBeNull();
  second?.();
});

test('M1 ten servers behind one port are all reached: those who listen leave the browser its connections', async () => {
  const url = await servers.everythingUrl();
  const links = [];
  for (let at = 0; at < 10; at += 1) links.push((await opened(url)).link);
  const answers = await Promise.all(links.map((link, at) => call(link, 'echo', { message: `${at}` })));
  expect(answers.map((one) => one.ok)).toEqual(links.map(() => true));
});
