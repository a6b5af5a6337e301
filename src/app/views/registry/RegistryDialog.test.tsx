import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fail, ok, type Outcome } from '../../../core/outcome.ts';
import type { RegistryEntry, RegistryPage, Wanted } from '../../../core/serverdraft.ts';
import type { ServersState } from '../../state/serverscontract.ts';
import { fakeApp } from '../testing/fake.ts';
import { mount, unmountAll } from '../testing/mount.tsx';
import { fakeServerView } from '../testing/servers.ts';
import { RegistryDialog } from './RegistryDialog.tsx';
import { eventually } from '../../../test/eventually.ts';

afterEach(unmountAll);

const entry = (title: string, over: Partial<RegistryEntry> = {}): RegistryEntry => ({
  name: `example/${title}`,
  title,
  about: `What ${title} does.`,
  version: '1.0.0',
  website: 'https://example.com/docs',
  repository: null,
  state: 'active',
  unusable: null,
  remotes: [{ url: `https://${title}.example/mcp`, wanted: [], headers: [] }],
  added: false,
  ...over,
});
const key: Wanted = {
  of: 'header',
  name: 'Authorization · key',
  header: 'Authorization',
  about: 'Your key',
  secret: true,
  required: true,
  initial: '',
  choices: [],
};
const zone: Wanted = {
  ...key,
  of: 'url',
  name: 'zone',
  header: null,
  secret: false,
  required: false,
  choices: ['eu', 'us'],
  initial: 'eu',
};
const pageOf = (entries: readonly RegistryEntry[], next: string | null = null, left = 0): RegistryPage => ({
  entries,
  next,
  left,
});

type Browse = (query: { readonly search: string; readonly cursor: string | null }) => Promise<Outcome<RegistryPage>>;
function opened(
  browse: Browse,
  over: Partial<ServersState> = {},
): { app: ReturnType<typeof fakeApp>; closed: () => number } {
  const app = fakeApp();
  let closed = 0;
  Object.assign(app.servers, { browse }, over);
  mount(<RegistryDialog onClose={() => (closed += 1)} />, app);
  return { app, closed: () => closed };
}
const say = (value: RegistryPage): Promise<Outcome<RegistryPage>> => Promise.resolve(ok(value));
const search = page.getByRole('textbox', { name: 'Search servers by name' });

test('M2 the registry is listed at once and searched while one types, once typing pauses', async () => {
  const asked = vi.fn<Browse>((query) => say(pageOf([entry(query.search === '' ? 'apple' : query.search)])));
  opened(asked);
  await expect.element(search).toHaveFocus();
  await expect.element(page.getByText('What apple does.')).toBeVisible();
  await userEvent.type(search, 'pear');
  await expect.element(page.getByText('What pear does.')).toBeVisible();
  expect(asked.mock.calls.map(([query]) => query)).toEqual([
    { search: '', cursor: null },
    { search: 'pear', cursor: null },
  ]);
  await expect.element(page.getByText('1 server', { exact: true })).toBeVisible();
});

test('M2 pages follow one another, and what could not be read is counted', async () => {
  opened(({ cursor }) => say(cursor === null ? pageOf([entry('one')], 'c2', 1) : pageOf([entry('two')], null, 2)));
  await expect.element(page.getByText('1 server so far; 1 could not be read and is left out')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Load more' }));
  await expect.element(page.getByText('What two does.')).toBeVisible();
  await expect.element(page.getByText('What one does.')).toBeVisible();
  await expect.element(page.getByText('2 servers; 3 could not be read and are left out')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Load more' })).not.toBeInTheDocument();
});

test('M2 what an older search brings late is dropped', async () => {
  const waiting = new Map<string, (outcome: Outcome<RegistryPage>) => void>();
  opened(({ search: words }) =>
    words === '' ? say(pageOf([])) : new Promise((resolve) => void waiting.set(words, resolve)),
  );
  await userEvent.type(search, 'a');
  await eventually(() => expect(waiting.has('a')).toBe(true));
  await userEvent.type(search, 'b');
  await eventually(() => expect(waiting.has('ab')).toBe(true));
  waiting.get('ab')?.(ok(pageOf([entry('newer')])));
  await expect.element(page.getByText('What newer does.')).toBeVisible();
  waiting.get('a')?.(ok(pageOf([entry('older')])));
  await userEvent.click(search);
  await expect.element(page.getByText('What older does.')).not.toBeInTheDocument();
});

test('M2 an unreachable registry is explained with Retry, and adding by hand is named', async () => {
  let there = false;
  opened(() =>
    there ? say(pageOf([entry('back')])) : Promise.resolve(fail('not-reachable', 'The registry could not be reached.')),
  );
  await expect.element(page.getByRole('alert')).toHaveTextContent('The registry could not be reached.');
  await expect.element(page.getByText('can still be added by hand')).toBeVisible();
  there = true;
  await userEvent.click(page.getByRole('button', { name: 'Retry' }));
  await expect.element(page.getByText('What back does.')).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('M2 a search without a hit says so, and a failed page keeps the ones before', async () => {
  opened(({ search: words, cursor }) =>
    words === 'none'
      ? say(pageOf([]))
      : cursor === null
        ? say(pageOf([entry('kept')], 'c2'))
        : Promise.resolve(fail('timed-out', 'Too slow.')),
  );
  await userEvent.click(page.getByRole('button', { name: 'Load more' }));
  await expect.element(page.getByText('Too slow.')).toBeVisible();
  await expect.element(page.getByText('What kept does.')).toBeVisible();
  await userEvent.type(search, 'none');
  await expect.element(page.getByText('No server’s name holds “none”.', { exact: false })).toBeVisible();
});

test('M2 entries are labelled: deprecated, not usable and why, added; text from outside shows what it hides', async () => {
  const { app } = opened(() =>
    say(
      pageOf([
        entry('worn', { state: 'deprecated' }),
        entry('local', { unusable: 'It only runs as a program on your computer.', remotes: [] }),
        entry('there', { added: true }),
        entry('here'),
        entry('odd', { about: 'safe\u202etxt', website: null }),
      ]),
    ),
  );
  app.servers.list.value = [fakeServerView({ url: 'https://here.example/mcp' })];
  await expect.element(page.getByText('deprecated', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Not usable here. It only runs as a program on your computer.')).toBeVisible();
  await expect.element(page.getByText('safe⟨U+202E⟩txt')).toBeVisible();
  const adds = page.getByRole('button', { name: /^Add / });
  await expect.poll(() => adds.elements().map((one) => one.textContent)).toEqual(['Add worn', 'Add odd']);
  await expect
    .element(page.getByRole('link', { name: 'Website of worn, opens a new tab' }))
    .toHaveAttribute('rel', 'noopener noreferrer');
});

test('M2 Add asks what the entry wants, shows where requests will go, saves, and marks it', async () => {
  const crm = entry('crm', { remotes: [{ url: 'https://{zone}.crm.example/mcp', wanted: [zone, key], headers: [] }] });
  const { app } = opened(() => say(pageOf([crm])), {
    drafted: (_, __, values) =>
      (values.get(key) ?? '') === ''
        ? fail('bad-arguments', '“Authorization · key” needs a value.')
        : ok({
            id: null,
            name: 'crm',
            about: '',
            url: `https://${values.get(zone) ?? 'eu'}.crm.example/mcp`,
            audience: 'primary',
            policy: 'once',
            headers: [{ name: 'Authorization', value: `Bearer ${values.get(key) ?? ''}`, secret: true }],
            client: null,
          }),
  });
  await userEvent.click(page.getByRole('button', { name: 'Add crm' }));
  const secret = page.getByLabelText('Authorization · key');
  await expect.element(secret).toHaveAttribute('type', 'password');
  await expect.element(page.getByLabelText('zone (optional)')).toHaveFocus();
  await userEvent.click(page.getByRole('button', { name: 'Add server' }));
  await expect.element(page.getByText('This needs a value.')).toBeVisible();
  await expect.element(secret).toHaveFocus();
  expect(app.asks).toEqual([]);
  await userEvent.selectOptions(page.getByLabelText('zone (optional)'), 'us');
  // What is known of the address is shown before the rest is given.
  await expect.element(page.getByText('https://us.crm.example/mcp')).toBeVisible();
  await userEvent.type(secret, 'k-1');
  await expect.element(page.getByText('https://us.crm.example/mcp')).toBeVisible();
  await userEvent.click(secret);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('crm is added, and is being connected.')).toBeVisible();
  await expect.element(search).toHaveFocus();
  await expect.element(page.getByText('added', { exact: true })).toBeVisible();
  expect(app.asks.map(([what]) => what)).toEqual(['saveServer']);
});

test('M2 what cannot be saved keeps what was typed; Back leads to the list, Escape closes', async () => {
  const { closed } = opened(() => say(pageOf([entry('twice')])), {
    save: () => Promise.resolve(fail('exists', 'A server with this address is there already.')),
  });
  await userEvent.click(page.getByRole('button', { name: 'Add twice' }));
  await expect.element(page.getByRole('button', { name: 'Add server' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('alert')).toHaveTextContent('there already');
  await userEvent.click(page.getByRole('button', { name: 'Back' }));
  await expect.element(page.getByText('What twice does.')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(closed()).toBe(1);
});

test('U1 the dialog fits 360 px, however long the words are', async () => {
  await page.viewport(360, 700);
  const long = 'x'.repeat(400);
  opened(() =>
    say(pageOf([entry('wide', { title: long, name: long, about: long, unusable: long }), entry('plain')], 'more')),
  );
  await userEvent.click(page.getByRole('button', { name: 'Add plain' }));
  const dialog = (): Element => page.getByRole('dialog').element();
  const fits = (): boolean =>
    [dialog(), ...dialog().querySelectorAll('.body')].every((one) => one.scrollWidth <= one.clientWidth);
  expect(fits()).toBe(true);
  await userEvent.click(page.getByRole('button', { name: 'Back' }));
  await expect.element(page.getByRole('button', { name: 'Load more' })).toBeVisible();
  expect(fits()).toBe(true);
  await page.viewport(1280, 800);
});
