import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Plan, Preview, Side } from '../../../core/ports.ts';
import { patchOf } from '../../../workers/diff/patch.ts';
import { fakeApp } from '../testing/fake.ts';
import { mount, unmountAll } from '../testing/mount.tsx';
import { DiffView } from './DiffView.tsx';
import { firstRows, moreRows } from './useSlices.ts';

afterEach(unmountAll);

const text = (content: string): Side => ({ is: 'text', text: content, encoding: 'UTF-8', ending: 'lf', bom: false });
const plan: Plan = {
  kind: 'edit',
  path: 'src/a.ts',
  to: null,
  entry: 'file',
  before: null,
  after: null,
  lines: null,
  action: '',
};

function show(preview: Omit<Preview, 'plan'>, over: Partial<Plan> = {}, limitMs = 60_000) {
  const app = { ...fakeApp(), patch: async (request: Parameters<typeof patchOf>[0]) => patchOf(request, limitMs) };
  const host = mount(<DiffView preview={{ ...preview, plan: { ...plan, ...over } }} />, app);
  const rows = (kind: string): string[] => [...host.querySelectorAll(`.${kind}`)].map((row) => row.textContent ?? '');
  /** Waits until everything that is to be drawn at first stands there. */
  const drawn = async (): Promise<void> => {
    await expect.poll(() => host.querySelector('.diff')?.getAttribute('aria-busy')).toBe('false');
  };
  return { app, host, rows, drawn };
}

test('D1 an edit shows its hunk header, removed and added lines, and marks the changed words', async () => {
  const { host, rows, drawn } = show({
    before: text('one\nconst two = 2;\nthree\n'),
    after: text('one\nconst two = 3;\nthree\n'),
  });
  await drawn();
  expect(rows('d2h-info')).toEqual(['@@ -1,3 +1,3 @@']);
  expect(rows('d2h-del')).toEqual(['2-const two = 2;']);
  expect(rows('d2h-ins')).toEqual(['2+const two = 3;']);
  expect([rows('d2h-del del'), rows('d2h-ins ins')]).toEqual([['2'], ['3']]);
  await expect.element(page.getByText('+1', { exact: true })).toBeVisible();
  expect(host.querySelector('[style*=background]')).toBeNull();
});

test('D1 side by side is one click away, keeps partners level and is remembered', async () => {
  const { app, host, drawn } = show({ before: text('a\nb\nc\n'), after: text('a\nB\nB2\nc\n') });
  await drawn();
  await userEvent.click(page.getByText('Side by side'));
  await expect.poll(() => host.querySelector('.diff.side-by-side')?.getAttribute('aria-busy')).toBe('false');
  expect(app.settings.value.sideBySide).toBe(true);
  const [removed, added] = [host.querySelector('.left > .d2h-del'), host.querySelector('.right > .d2h-ins')];
  expect(removed?.getBoundingClientRect().top).toBe(added?.getBoundingClientRect().top);
  expect(removed?.getBoundingClientRect().right).toBeLessThanOrEqual(added?.getBoundingClientRect().left ?? 0);
});

test('D1 a rename shows From: and To:, and a name with HTML in it stays text', async () => {
  const { host } = show(
    { before: null, after: null },
    { kind: 'rename', path: '<img src=x onerror=alert(1)>.ts', to: 'b/<b>.ts' },
  );
  await expect.element(page.getByText('From:')).toBeVisible();
  await expect.element(page.getByText('To:')).toBeVisible();
  await expect.element(page.getByText('<img src=x onerror=alert(1)>.ts')).toBeVisible();
  expect(host.querySelector('img, dd b')).toBeNull();
});

test('D1 HTML in a changed line and in a hunk header stays text', async () => {
  const attack = '<img src=x onerror="document.title=1">&lt;<script>1</script>';
  const { host, rows, drawn } = show(
    {
      before: text(`export ${attack}\n1\n2\n3\n4\nold ${attack}\n`),
      after: text(`export ${attack}\n1\n2\n3\n4\nnew ${attack}\n`),
    },
    { path: `${attack}.ts` },
  );
  await drawn();
  expect(rows('d2h-ins')).toEqual([`6+new ${attack}`]);
  expect(rows('d2h-info')[0]).toContain('export <img');
  expect(host.querySelector('img, script')).toBeNull();
});

test('D3 a missing newline at the end is shown on the side that lacks it', async () => {
  const { rows, drawn } = show({ before: text('a\nb'), after: text('a\nb\n') });
  await drawn();
  expect(rows('d2h-del')).toEqual(['2-b\\ No newline at end of file']);
  expect(rows('d2h-ins')).toEqual(['2+b']);
});

test('D3 when only line endings change, words say so and the carriage returns are visible', async () => {
  const { rows, drawn } = show({ before: text('a\r\n'), after: text('a\n') });
  await drawn();
  await expect.element(page.getByText('Only line endings change: CRLF → LF.')).toBeVisible();
  expect([rows('d2h-del'), rows('d2h-ins')]).toEqual([['1-a␍'], ['1+a']]);
});

test('D3 binary content is named with its size, and no text of it is drawn', async () => {
  const { host } = show({ before: { is: 'binary', kind: 'PNG image', size: 2048 }, after: null }, { kind: 'delete' });
  await expect.element(page.getByText('Binary content, not shown: PNG image, 2.0 KB → no file.')).toBeVisible();
  expect(host.querySelector('.diff')).toBeNull();
});

test('D3 a very long line is cut around its change, and stands whole on demand', async () => {
  const long = 'p'.repeat(5_000);
  const { rows, drawn } = show({ before: text(`${long}A${long}\n`), after: text(`${long}B${long}\n`) });
  await drawn();
  expect(rows('d2h-ins')[0]?.length).toBeLessThan(1_000);
  expect(rows('d2h-ins')[0]).toMatch(/^1\+p+⋯p+Bp+⋯$/u);
  await userEvent.click(page.getByRole('button', { name: 'Show long lines whole' }));
  await expect.poll(() => rows('d2h-ins')[0]?.length).toBe(10_003);
});

test('D3 invisible and direction-changing characters are shown by their code, with a warning', async () => {
  const { rows, drawn } = show({ before: text('a\n'), after: text('a\u202Eb\u0000\n') });
  await drawn();
  expect(rows('d2h-ins')).toEqual(['1+a⟨U+202E⟩b⟨U+0000⟩']);
  await expect.element(page.getByText(/invisible or direction-changing characters/u)).toBeVisible();
});

test('D3 10,000 changed lines are drawn a part at a time, and the rest on demand', async () => {
  const lines = Array.from({ length: 10_000 }, (_, at) => `const value${at} = compute(${at}); // line ${at}\n`);
  const { host, drawn } = show(
    { before: text(lines.join('')), after: text(lines.map((line) => line.replace('compute', 'calculate')).join('')) },
    {},
    -1,
  );
  await drawn();
  await expect.element(page.getByText(/Too much has changed to compare it line by line/u)).toBeVisible();
  const count = (): number => host.querySelectorAll('.d2h-ins, .d2h-del').length;
  expect(count()).toBeGreaterThanOrEqual(firstRows);
  expect(count()).toBeLessThan(firstRows + 100);
  const before = count();
  await userEvent.click(page.getByRole('button', { name: 'Show more' }));
  await expect.poll(count).toBeGreaterThanOrEqual(before + moreRows);
});
