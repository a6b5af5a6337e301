import { afterEach, expect, test } from 'vitest';
import { servers } from '../../../test/servers/browser.ts';
import { takePlace } from './places.ts';
import { call, closeAll, opened } from './testing/harness.ts';

afterEach(closeAll);

test('M1 only so many streams stay open to one address, and one that ends makes room', async () => {
  const places = await Promise.all(['a', 'b', 'c'].map((path) => takePlace(`https://places.example/${path}`)));
  expect(places.every((place) => place !== null)).toBe(true);
  expect(await takePlace('https://places.example/d')).toBeNull();
  expect(await takePlace('https://places.example:8443/d')).not.toBeNull();
  places[1]?.();
  await expect.poll(() => takePlace('https://places.example/d')).not.toBeNull();
  expect(await takePlace('https://places.example/e')).toBeNull();
});

test('M1 ten servers behind one port are all reached: those who listen leave the browser its connections', async () => {
  const url = await servers.everythingUrl();
  const links = [];
  for (let at = 0; at < 10; at += 1) links.push((await opened(url)).link);
  const answers = await Promise.all(links.map((link, at) => call(link, 'echo', { message: `${at}` })));
  expect(answers.map((one) => one.ok)).toEqual(links.map(() => true));
});
