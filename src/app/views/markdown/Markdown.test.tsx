import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mount, unmountAll } from '../testing/mount.tsx';
import { pretended } from './address.ts';
import { Markdown } from './Markdown.tsx';

afterEach(unmountAll);

const draw = (text: string): HTMLElement => mount(<Markdown text={text} growing={false} />);

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  'a <b onmouseover=alert(1)>b</b> c',
  '<style>*{display:none}</style>',
  '<a href="javascript:alert(1)">x</a>',
  '<details open ontoggle=alert(1)>',
  '<form action=https://evil.example><input name=key></form>',
])('X4 raw HTML is shown as the text it is: %s', (text) => {
  const host = draw(text);
  expect(host.querySelector('script, img, svg, iframe, style, a, form, input, b, details')).toBeNull();
  expect(host.textContent).toContain(text.slice(0, 6));
});

test.each([
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java&#x0a;script:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](vbscript:x)',
  '[x](file:///etc/passwd)',
  '[x](blob:https://a.example/1)',
  '[x](#/settings/tools)',
  '[x](/relative)',
  '[x](//evil.example)',
  '<javascript:alert(1)>',
])('X4 a link that leads anywhere but to the web or mail is text: %s', (text) => {
  expect(draw(text).querySelector('a')).toBeNull();
});

test('X4 a link of the web opens apart, without opener and referrer', () => {
  const links = [
    ...draw('[docs](https://a.example/x?y=1&amp;z=2) and https://b.example and <m@c.example>').querySelectorAll('a'),
  ];
  expect(links.map((link) => link.href)).toEqual([
    'https://a.example/x?y=1&z=2',
    'https://b.example/',
    'mailto:m@c.example',
  ]);
  for (const link of links) expect([link.target, link.rel]).toEqual(['_blank', 'noopener noreferrer']);
});

test('X4 a link whose words name another host says where it leads', () => {
  expect(draw('[https://bank.example](https://evil.example/a)').textContent).toBe(
    'https://bank.example (leads to evil.example)',
  );
  expect(pretended('www.bank.com', new URL('https://evil.example'))).toBe('evil.example');
  expect(pretended('main.ts', new URL('https://git.example/main.ts'))).toBeNull();
  expect(pretended('https://a.example/x', new URL('https://a.example/x'))).toBeNull();
});

test('X4 a remote image is fetched only on a click, and its whole address is shown before', async () => {
  const host = draw('![a chart](http://localhost:9/chart.png?leak=secret)');
  expect(host.querySelector('img')).toBeNull();
  const button = page.getByRole('button', { name: 'Load image' });
  await expect.element(button).toHaveTextContent('http://localhost:9/chart.png?leak=secret');
  await userEvent.click(button);
  await expect.element(page.getByRole('button', { name: 'could not be loaded' })).toBeVisible();
});

test('X4 an image of any other scheme is never made', () => {
  const host = draw('![x](javascript:alert(1)) ![y](data:image/svg+xml;base64,PHN2Zz4=) ![z](file:///a.png)');
  expect(host.querySelector('img, button')).toBeNull();
});

test('X4 characters that hide or turn text are visible, in words, code and addresses', () => {
  const host = draw('safe\u202eexe `a\u200bb`\n\n```js\nx\u2066y\n```');
  expect(host.textContent).toContain('safe⟨U+202E⟩exe');
  expect(host.textContent).toContain('a⟨U+200B⟩b');
  expect(host.textContent).toContain('x⟨U+2066⟩y');
});

test('X4 five thousand nested quotes and lists are drawn, not overflowed', () => {
  expect(draw(`${'>'.repeat(5_000)} deep`).textContent).toContain('deep');
  expect(draw(`${'- '.repeat(5_000)}deep`).textContent).toContain('deep');
  expect(draw(`${'**a _b '.repeat(500)}deep`).textContent).toContain('deep');
});

test('X4 character references are decoded and never become markup', () => {
  const host = draw('&lt;b&gt; &amp; &#x1F600; &hellip; &nosuch; &#0;');
  expect(host.textContent).toBe('<b> & 😀 … &nosuch; \ufffd');
  expect(host.querySelector('b')).toBeNull();
});

test('U3 tables, task lists, ordered lists and headings keep their meaning', () => {
  const host = draw('# Title\n\n| a | b |\n|:-:|--:|\n| 1 | **2** |\n\n- [x] did\n- [ ] will\n\n3. three\n4. four');
  expect(host.querySelector('h3')?.textContent).toBe('Title');
  expect(host.querySelector('tbody tr strong')?.textContent).toBe('2');
  expect([...host.querySelectorAll<HTMLInputElement>('input')].map((box) => [box.checked, box.disabled])).toEqual([
    [true, true],
    [false, true],
  ]);
  expect(host.querySelector('ol')?.start).toBe(3);
});

test('X4 code is coloured from its own chunk without changing a character', async () => {
  const code = 'const a = "<b>&amp;</b>"; // it’s';
  const host = draw(`\`\`\`ts\n${code}\n\`\`\``);
  await expect.poll(() => host.querySelector('.hljs-keyword')?.textContent).toBe('const');
  expect(host.querySelector('pre')?.textContent).toBe(code);
});

test('U4 settled blocks keep their elements while an answer grows', async () => {
  const text = signal('First paragraph.\n\nSecond');
  const Live = (): JSX.Element => <Markdown text={text.value} growing />;
  const host = mount(<Live />);
  const first = host.querySelector('p');
  text.value = 'First paragraph.\n\nSecond paragraph.\n\n```js\nlet a';
  await expect.poll(() => host.querySelector('pre')?.textContent).toBe('let a');
  expect(host.querySelector('p')).toBe(first);
});

test('U4 an answer of five million characters is drawn a piece at a time, and none of it is lost', async () => {
  const host = draw('Some words of a paragraph.\n\n'.repeat(180_000));
  await expect.element(page.getByRole('region', { name: 'A text too long for Markdown' })).toBeVisible();
  expect(host.querySelectorAll('*').length).toBeLessThan(50);
  expect(host.textContent).toContain('5,040,000 characters');
});

const paragraphs = (count: number): string => Array.from({ length: count }, (_, at) => `Paragraph ${at}.\n\n`).join('');

test('F1 a word of a long answer changes the last few blocks on the page, and no others', async () => {
  const text = signal(paragraphs(300));
  const Growing = (): JSX.Element => <Markdown text={text.value} growing />;
  const host = mount(<Growing />);
  const groups = [...host.querySelectorAll('.blocks')];
  expect(groups.length).toBeGreaterThan(10);
  const changed = new Set<Element | null>();
  const watch = new MutationObserver((all) => {
    for (const { target } of all)
      changed.add((target instanceof Element ? target : target.parentElement)?.closest('.blocks') ?? null);
  });
  watch.observe(host, { subtree: true, childList: true, characterData: true, attributes: true });
  text.value += 'And one more';
  await expect.poll(() => host.textContent).toContain('And one more');
  watch.disconnect();
  expect([...changed].map((group) => group && groups.indexOf(group))).toEqual([groups.length - 1]);
});

test('F1 the beginning of a very long answer stands back while it grows, and is there on demand and at its end', async () => {
  const props = signal({ text: '', growing: true });
  const Growing = (): JSX.Element => <Markdown {...props.value} />;
  const grow = async (host: HTMLElement): Promise<void> => {
    for (let count = 500; count <= 5_000; count += 500) {
      props.value = { text: paragraphs(count), growing: true };
      await expect.poll(() => host.textContent).toContain(`Paragraph ${count - 1}.`);
    }
  };
  const host = mount(<Growing />);
  await grow(host);
  expect(host.querySelectorAll('p').length).toBeLessThan(1_000);
  expect(host.textContent).not.toContain('Paragraph 0.');
  await page.getByRole('button', { name: 'Show what came before' }).click();
  expect(host.querySelectorAll('p')).toHaveLength(5_000);
  unmountAll();

  props.value = { text: '', growing: true };
  const again = mount(<Growing />);
  await grow(again);
  expect(again.textContent).not.toContain('Paragraph 0.');
  props.value = { ...props.value, growing: false };
  await expect.poll(() => again.querySelectorAll('p').length).toBe(5_000);
  expect(again.querySelector('button')).toBeNull();
});
