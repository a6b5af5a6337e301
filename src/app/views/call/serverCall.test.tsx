import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { CallView } from '../../../core/conversation.ts';
import type { Allow } from '../../../core/gate.ts';
import { fail, ok } from '../../../core/outcome.ts';
import type { ResultPiece } from '../../../core/tool.ts';
import { mcpDone, mcpView } from '../testing/calls.ts';
import { fakeApp, fakeChat } from '../testing/fake.ts';
import { mount, unmountAll } from '../testing/mount.tsx';
import { blobOf } from './blob.ts';
import { CallRow } from './CallRow.tsx';
import { timerWords, wall } from './Timer.tsx';

afterEach(() => {
  unmountAll();
  vi.restoreAllMocks();
});

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A hundredth of a second of silence. */
function wav(): string {
  const bytes = new Uint8Array(44 + 160);
  const view = new DataView(bytes.buffer);
  const word = (at: number, text: string): void =>
    [...text].forEach((letter, index) => view.setUint8(at + index, letter.charCodeAt(0)));
  word(0, 'RIFF');
  view.setUint32(4, 36 + 160, true);
  word(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, 8_000, true);
  view.setUint32(28, 16_000, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  word(36, 'data');
  view.setUint32(40, 160, true);
  return btoa(String.fromCharCode(...bytes));
}

function show(view: CallView) {
  const chat = fakeChat();
  const host = mount(<CallRow view={view} chat={chat} />, fakeApp(chat));
  return { chat, host, open: () => userEvent.click(host.querySelector('.call') ?? host) };
}

const result = (pieces: readonly ResultPiece[], text = '') => mcpDone(ok({ text, pieces, summary: 'parts' }));

test('M1 a line names the server beside its tool, as short as they are long', () => {
  const { host } = show(mcpDone(ok({ text: 'x', summary: '1 line' }), { server: `orchard\n\u202E${'x'.repeat(90)}` }));
  expect(host.querySelector('.tool')?.textContent).toMatch(/^close_issue orchard ⟨U\+202E⟩x+…$/u);
});

test('M1 a running call shows how long it runs, when it is given up, how far it is, and stops at once', async () => {
  let now = 1_000_000;
  vi.spyOn(wall, 'now').mockImplementation(() => now);
  const { chat, host } = show(mcpView({ at: 'running', allowed: {} as Allow }));
  const progress = { doing: 'Step 3\nof 10', done: 3, total: 10, since: now - 12_000, until: now + 48_000 };
  chat.progress.value = new Map([['call-0001', progress]]);
  const timer = page.getByRole('timer');
  await expect.element(timer).toHaveTextContent('12 s · gives up in 48 s unless it reports progress');
  await expect.element(timer).toHaveAttribute('aria-live', 'off');
  await expect.element(page.getByRole('progressbar', { name: 'Step 3 of 10' })).toHaveAttribute('value', '3');
  now += 60_000;
  // It ticks by itself.
  await expect.element(timer).toHaveTextContent('1 min 12 s · gives up in 0 s unless it reports progress');
  await userEvent.click(page.getByRole('button', { name: 'Stop close_issue' }));
  expect(chat.asks).toEqual([['cancel', 'call-0001']]);
  chat.progress.value = new Map([['call-0001', { doing: 'x', done: 0, total: null }]]);
  await expect.poll(() => host.querySelector('.timer')).toBeNull();
  expect(timerWords({ doing: '', done: 0, total: null, since: 0 }, 5_400)).toBe('5 s');
  // A server that waits for the person is given up at the absolute limit, whatever it reports.
  expect(timerWords({ doing: '', done: 0, total: null, since: 0, until: 600_000, final: true }, 3_000)).toBe(
    '3 s · gives up in 9 min 57 s',
  );
});

test('M1 an image is drawn from its own bytes, grows at a click, and leaves no address behind', async () => {
  const revoke = vi.spyOn(URL, 'revokeObjectURL');
  const { host, open } = show(
    mcpDone(
      ok({
        text: '',
        summary: 'an image',
        images: [
          { mime: 'image/png', base64: png },
          { mime: 'image/png', base64: btoa('no image at all') },
          { mime: 'image/png', base64: '!!' },
        ],
      }),
    ),
  );
  await open();
  const image = page.getByRole('img', { name: 'Image 1 from close_issue' });
  await expect.element(image).toBeVisible();
  const { src } = image.element() as HTMLImageElement;
  expect(src).toMatch(/^blob:/u);
  await expect.element(page.getByText(/^Image 2 from close_issue: .* cannot be read as an image\.$/u)).toBeVisible();
  await expect.element(page.getByText(/^Image 3 from close_issue: .* cannot be read as an image\.$/u)).toBeVisible();
  expect(host.textContent).not.toContain('(no text)');
  await userEvent.click(image);
  await expect.element(page.getByRole('dialog', { name: 'Image 1 from close_issue' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await open();
  await expect.poll(() => revoke.mock.calls.flat()).toContain(src);
});

test('M1 sound has a player that waits to be started', async () => {
  const { host, open } = show(result([{ is: 'audio', mime: 'audio/wav', base64: wav() }]));
  await open();
  await expect.poll(() => host.querySelector('audio')?.duration).toBeGreaterThan(0);
  const player = host.querySelector('audio');
  expect(player?.controls).toBe(true);
  expect(player?.autoplay).toBe(false);
  expect(player?.paused).toBe(true);
  expect(player?.getAttribute('aria-label')).toBe('Audio 1 from close_issue');
});

test('M1 X4 a resource link leads only to the web, without a way back; other addresses are text', async () => {
  const link = (uri: string, name = ''): ResultPiece => ({
    is: 'link',
    uri,
    name,
    about: '<b>x</b>',
    mime: 'text/plain',
  });
  const { host, open } = show(
    result([
      link('https://docs.example.com/a?b=1', 'Docs'),
      link('javascript:alert(1)'),
      link('data:text/html,<script>1</script>'),
      link('file:///etc/passwd'),
      link('demo://resource/\u202E1'),
      link('mailto:a@b.example'),
    ]),
  );
  await open();
  const links = [...host.querySelectorAll<HTMLAnchorElement>('.details a')];
  expect(links.map((one) => [one.href, one.target, one.rel])).toEqual([
    ['https://docs.example.com/a?b=1', '_blank', 'noopener noreferrer'],
  ]);
  await expect.element(page.getByText('demo://resource/⟨U+202E⟩1')).toBeVisible();
  await expect.element(page.getByText('javascript:alert(1)')).toBeVisible();
  expect(host.querySelector('.details b + b, .about b')).toBeNull();
});

test('M1 an embedded text is folded and drawn when it is opened; binary can be saved', async () => {
  const { host, open } = show(
    result([
      { is: 'resource', uri: 'demo://a.txt', mime: 'text/plain', text: '<i>inside</i>', base64: null },
      { is: 'resource', uri: 'demo://b/../../c.bin?x', mime: 'application/zip', text: null, base64: btoa('PK..') },
    ]),
  );
  await open();
  expect(host.textContent).not.toContain('<i>inside</i>');
  await userEvent.click(page.getByText('demo://a.txt'));
  await expect.element(page.getByRole('region', { name: 'Resource demo://a.txt' })).toHaveTextContent('<i>inside</i>');
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download, new URL(this.href).protocol);
  });
  await userEvent.click(page.getByRole('button', { name: /^Save/u }));
  await expect.poll(() => saved).toEqual(['c.bin', 'blob:']);
});

test('M1 structured content is a tree, and a failure is in the tool’s own words, never as HTML', async () => {
  const first = show(mcpDone(ok({ text: '{"a":[1]}', data: { a: [1, { b: 'x\u200By' }] }, summary: 'data' })));
  await first.open();
  await expect.element(page.getByRole('heading', { name: 'Data' })).toBeVisible();
  expect(first.host.querySelector('.arguments:last-of-type')).not.toBeNull();
  expect(first.host.textContent).toContain('x⟨U+200B⟩y');
  unmountAll();
  const { host, open } = show(mcpDone(fail('tool-failed', `<h1>No such issue</h1>\n${'x'.repeat(60_000)}`)));
  await open();
  await expect.element(page.getByRole('heading', { name: 'The tool says that it failed' })).toBeVisible();
  await expect.element(page.getByText(/<h1>No such issue<\/h1>/u)).toBeVisible();
  expect(host.querySelector('h1')).toBeNull();
  expect(host.querySelector('.longtext')?.textContent?.length).toBeLessThan(40_000);
});

test('M1 ten megabytes of every kind are opened without holding the page up', async () => {
  const big = 'abcdefgh'.repeat(1_300_000);
  const { open, host } = show(
    mcpDone(
      ok({
        text: big,
        data: { big, list: Array.from({ length: 50_000 }, (_, at) => at) },
        images: [{ mime: 'image/png', base64: btoa(big) }],
        pieces: [
          { is: 'resource', uri: 'demo://big', mime: 'text/plain', text: big, base64: null },
          ...Array.from({ length: 2_000 }, (_, at): ResultPiece => ({
            is: 'link',
            uri: `https://a.example/${at}`,
            name: '',
            about: '',
            mime: '',
          })),
        ],
        summary: '',
      }),
    ),
  );
  await open();
  await expect.element(page.getByText(/^Image 1 from close_issue: /u)).toBeVisible();
  expect(host.querySelectorAll('*').length).toBeLessThan(1_500);
  expect(host.textContent?.length).toBeLessThan(100_000);
});

test('M1 base64 is read in pieces, in both alphabets, with blanks in it, and is refused where it is none', async () => {
  const bytes = crypto.getRandomValues(new Uint8Array(60_000));
  const whole = new Uint8Array(1_500_001).map((_, at) => bytes[at % bytes.length] ?? 0);
  let binary = '';
  for (let at = 0; at < whole.length; at += 8_192) binary += String.fromCharCode(...whole.subarray(at, at + 8_192));
  const base64 = btoa(binary);
  const same = async (text: string): Promise<boolean> => {
    const blob = await blobOf(text, 'image/png');
    const read = new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer(0));
    return read.length === whole.length && read.every((byte, at) => byte === whole[at]);
  };
  expect(await same(base64)).toBe(true);
  expect(await same(base64.replaceAll(/.{76}/gu, '$&\r\n'))).toBe(true);
  expect(await same(base64.replaceAll('+', '-').replaceAll('/', '_'))).toBe(true);
  expect(await blobOf('%%%%', 'image/png')).toBeNull();
  expect(await blobOf('', 'image/png')).toBeNull();
  expect(await blobOf(base64, 'image/png', () => false)).toBeNull();
});
