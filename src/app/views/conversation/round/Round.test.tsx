import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AnswerEntry } from '../../../../core/conversation.ts';
import { fakeApp, fakeAsked, fakeChat } from '../../testing/fake.ts';
import { mount, unmountAll } from '../../testing/mount.tsx';
import { fakeTrace, opus, qwen, runningRound, said, sonnet, writtenRound } from '../../testing/rounds.ts';
import { Conversation } from '../Conversation.tsx';

beforeEach(async () => page.viewport(1280, 800));
afterEach(unmountAll);

function show(entry: AnswerEntry) {
  const asked = fakeAsked();
  const chat = fakeChat({}, [asked, entry]);
  if (entry.state === 'running') chat.running.value = entry.id;
  const app = fakeApp(chat);
  const host = mount(
    <div style={{ display: 'flex', flexDirection: 'column', height: '760px' }}>
      <Conversation chat={chat} />
    </div>,
    app,
  );
  const now = (next: AnswerEntry): void => {
    chat.conversation.value = { entries: [asked, next], leaf: next.id };
  };
  return { chat, app, host, now };
}
const column = (name: string) => page.getByRole('group', { name });
const fold = (name: string) => column(name).getByRole('button').first();

test('F1 each model of a round streams in a column of its own, with its role, its state and its calls', async () => {
  const { now } = show(runningRound());
  await expect.element(column('Anthropic · Opus, primary')).toHaveTextContent('answering');
  await expect.element(column('Anthropic · Opus, primary')).toHaveTextContent('I look at the delivery');
  await expect.element(column('Anthropic · Sonnet, peer')).toHaveTextContent('done');
  await expect.element(column('Anthropic · Sonnet, peer')).toHaveTextContent('src/webhooks/deliver.ts');
  await expect.element(column('Anthropic · Sonnet, peer')).toHaveTextContent('9.1 s · 11k tokens');
  await expect.element(column('Ollama · Qwen 3, peer')).toHaveTextContent('Ollama does not answer. Start it.');
  now(runningRound({ parts: [said(opus, 'I look at the delivery of events', { done: false })] }));
  await expect.element(column('Anthropic · Opus, primary')).toHaveTextContent('delivery of events');
});

test('F2 one model of a round is stopped alone, and only what runs can be', async () => {
  const { chat } = show(runningRound());
  await userEvent.click(page.getByRole('button', { name: 'Stop Opus' }));
  expect(chat.asks).toEqual([['stopModel', opus]]);
  await expect.element(page.getByRole('button', { name: 'Stop Sonnet' })).not.toBeInTheDocument();
});

test('F1 columns stand side by side where there is room, one above the other where there is none', async () => {
  const { host } = show(runningRound());
  await expect.element(fold('Anthropic · Opus, primary')).toBeVisible();
  const tops = (): number[] =>
    [...host.querySelectorAll('.column-of')].map((one) => Math.round(one.getBoundingClientRect().top));
  expect(new Set(tops()).size).toBe(1);
  await page.viewport(360, 760);
  await expect.poll(() => new Set(tops()).size).toBe(3);
  expect(host.ownerDocument.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  // One stands open at a time; another is a click away.
  await expect.element(fold('Anthropic · Opus, primary')).toHaveAttribute('aria-expanded', 'true');
  await userEvent.click(fold('Anthropic · Sonnet, peer'));
  await expect.element(column('Anthropic · Sonnet, peer')).toHaveTextContent('after one failure');
  await expect.element(fold('Anthropic · Opus, primary')).toHaveAttribute('aria-expanded', 'false');
});

test('F1 columns fold once the one answer is written, except those a person unfolded', async () => {
  const { now } = show(runningRound());
  await userEvent.click(fold('Anthropic · Sonnet, peer'));
  await userEvent.click(fold('Anthropic · Sonnet, peer'));
  now(writtenRound());
  await expect.element(fold('Anthropic · Opus, primary')).toHaveAttribute('aria-expanded', 'false');
  await expect.element(fold('Anthropic · Sonnet, peer')).toHaveAttribute('aria-expanded', 'true');
  await expect.element(page.getByText('synthesis of 2 answers')).toBeVisible();
});

test('F5 a citation names its model and leads to its answer', async () => {
  show(writtenRound());
  const cite = page.getByRole('button', { name: 'says Sonnet' }).first();
  await expect.element(cite).toHaveAttribute('title', 'B: Anthropic · Sonnet. Show its answer.');
  await userEvent.click(cite);
  await expect.element(fold('Anthropic · Sonnet, peer')).toHaveFocus();
  await expect.element(column('Anthropic · Sonnet, peer')).toHaveTextContent('Retry three times.');
  await expect.element(page.getByText('[B]')).not.toBeInTheDocument();
});

test('F5 the answers of thirty models are labelled as the primary was told, beyond Z too', async () => {
  const many = Array.from({ length: 29 }, (_, at) => ({ provider: 'p', model: `m${at}`, name: `Test · Model ${at}` }));
  const round = writtenRound('All of them are right [AD], and these agree [A, B, ZZ].', {
    peers: many,
    parts: [],
    traces: [...many.map((one) => fakeTrace(one)), fakeTrace(opus), ...writtenRound().traces.slice(-1)],
  });
  const [synthesis] = writtenRound('All of them are right [AD], and these agree [A, B, ZZ].').parts.slice(-1);
  show({
    ...round,
    parts: [...[opus, ...many].map((one) => said(one, `I am ${one.model}.`)), ...(synthesis ? [synthesis] : [])],
  });
  await expect
    .element(page.getByRole('button', { name: 'says Model 28' }))
    .toHaveAttribute('title', 'AD: Test · Model 28. Show its answer.');
  const named = (name: string) => page.getByRole('button', { name, exact: true });
  await expect.element(named('says Opus')).toBeVisible();
  await expect.element(named('says Model 0')).toBeVisible();
});

test('F5 two models of one short name are told apart where they are cited, stopped and read', async () => {
  const [one, other] = [
    { provider: 'p8', model: 'gpt', name: 'OpenAI · GPT' },
    { provider: 'p9', model: 'gpt', name: 'Router · gpt' },
  ];
  const { now } = show(
    runningRound({
      peers: [one, other],
      traces: [fakeTrace(opus), ...[one, other].map((model) => fakeTrace(model, { state: 'running', ms: null }))],
      parts: [said(opus, 'Mine.'), said(one, 'Yes.', { done: false }), said(other, 'No.', { done: false })],
    }),
  );
  await expect.element(page.getByRole('button', { name: 'Stop OpenAI · GPT' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Stop Router · gpt' })).toBeVisible();
  now(
    writtenRound('One says yes [B], one no [C].', {
      peers: [one, other],
      traces: [fakeTrace(opus), fakeTrace(one), fakeTrace(other), ...writtenRound().traces.slice(-1)],
      parts: [
        said(opus, 'Mine.'),
        said(one, 'Yes.'),
        said(other, 'No.'),
        said(opus, 'One says yes [B], one no [C].', { id: 'synthesis', phase: 'synthesis' }),
      ],
    }),
  );
  await expect.element(page.getByRole('button', { name: 'says B · GPT' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'says C · gpt' })).toBeVisible();
});

test('F5 X4 what only looks like a citation is none: code, the words of a link, a label that no answer has', async () => {
  const { host } = show(
    writtenRound(
      [
        'Take `list[A]` as it is, see [the docs [B] say](https://docs.example.com), or [Z], but yes [A].',
        '```',
        'list[B]',
        '```',
        '[A]: https://evil.example/',
      ].join('\n\n'),
    ),
  );
  await expect.element(page.getByRole('button', { name: 'says Opus' })).toBeVisible();
  await expect.poll(() => [...host.querySelectorAll('.cite')].map((cite) => cite.textContent)).toEqual(['says Opus']);
  expect(host.querySelector('a button')).toBeNull();
  // No definition turns the name of an answer into a link.
  expect([...host.querySelectorAll('a')].map((link) => link.href)).toEqual(['https://docs.example.com/']);
  expect(host.textContent).toContain('list[A]');
  expect(host.textContent).toContain('[Z]');
});

test('F5 U4 a synthesis of endless claims is text, and the page stays alive', async () => {
  const claims = `### Where they agree\n${'- one more [A] (rests on A1)\n'.repeat(4_000)}`;
  show(writtenRound(claims));
  await expect.element(page.getByRole('heading', { name: 'Where they agree' })).toBeVisible();
  await expect.element(page.getByRole('list').first()).toBeVisible();
  expect(document.querySelector('.points')).toBeNull();
  unmountAll();

  // Ten megabytes take no longer than it takes to cut them.
  const began = performance.now();
  show(writtenRound(claims.repeat(90)));
  await expect.element(page.getByText('one more').first()).toBeVisible();
  expect(performance.now() - began).toBeLessThan(10_000);
  expect(document.querySelector('.points')).toBeNull();
});

test('F5 what the answers agree on and where they differ is kept, and its evidence opens in the inspector', async () => {
  const { app } = show(writtenRound());
  await expect.element(page.getByRole('heading', { name: 'Where they agree' })).toBeVisible();
  await expect.element(page.getByText('How often to retry')).toBeVisible();
  await expect.element(page.getByText('Until it works')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'B1' }).first());
  expect(app.inspecting.value).toEqual({ at: 'answer', answer: 'answer-1', call: 'sonnet read' });
});

test('F5 a synthesis that does not keep to the form is plain text', async () => {
  show(writtenRound('Retry *three* times.'));
  await expect.element(page.getByText('Retry three times.')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Where they agree' })).not.toBeInTheDocument();
});

test('F2 where only the primary answered its text goes on, without a synthesis', async () => {
  const traces = [
    fakeTrace(opus),
    fakeTrace(sonnet, { state: 'timed-out', fault: { code: 'timed-out', message: 'It said nothing for 120 s.' } }),
    fakeTrace(qwen, { state: 'failed' }),
    fakeTrace(opus, { phase: 'synthesis', role: 'synthesis', basis: 'own' }),
  ];
  const parts = [said(opus, 'First part.'), said(opus, 'Second part.', { id: 'more', phase: 'synthesis' })];
  show(writtenRound('', { traces, parts }));
  await expect.element(page.getByText('First part.')).toBeVisible();
  await expect.element(page.getByText('Second part.')).toBeVisible();
  await expect.element(page.getByText(/synthesis of/u)).not.toBeInTheDocument();
  await expect.element(column('Anthropic · Sonnet, peer')).toHaveTextContent('timed out: It said nothing for 120 s.');
});

test('W6 F1 an interrupted round can be gone on with', async () => {
  const { chat } = show(runningRound({ state: 'interrupted' }));
  await userEvent.click(page.getByRole('button', { name: 'Continue' }));
  expect(chat.asks).toEqual([['goOn', 'answer-1']]);
});

test('U5 an answer is branched into a new chat, or looked at in the inspector, from its menu', async () => {
  const { app } = show(writtenRound());
  await userEvent.click(page.getByRole('button', { name: 'More for this answer' }));
  await userEvent.click(page.getByRole('menuitem', { name: 'Branch into a new chat' }));
  expect(app.asks).toContainEqual(['branchChat', 'chat-1', 'answer-1']);
  await userEvent.click(page.getByRole('button', { name: 'More for this answer' }));
  await userEvent.click(page.getByRole('menuitem', { name: 'Inspect' }));
  expect(app.inspecting.value).toEqual({ at: 'answer', answer: 'answer-1', call: null });
});

test('V5 a summary stands where it replaces what came before, and can be read', async () => {
  show(writtenRound('Done.', { summary: { text: 'The person asked about retries.', model: opus, at: 0 } }));
  await userEvent.click(page.getByText('Earlier turns were summarised for the models'));
  await expect.element(page.getByText('The person asked about retries.')).toBeVisible();
});

test('F1 a word in one column draws no other column anew', async () => {
  const entry = runningRound();
  const { host, now } = show(entry);
  await expect.element(column('Anthropic · Sonnet, peer')).toHaveTextContent('after one failure');
  const changed: string[] = [];
  const watch = new MutationObserver((all) => {
    for (const { target } of all) {
      const at = target instanceof Element ? target : target.parentElement;
      changed.push(at?.closest('.column-of')?.getAttribute('data-model') ?? 'elsewhere');
    }
  });
  watch.observe(host, { subtree: true, childList: true, characterData: true, attributes: true });
  now({ ...entry, parts: entry.parts.with(0, said(opus, 'I look at the delivery of', { done: false })) });
  await expect.element(column('Anthropic · Opus, primary')).toHaveTextContent('delivery of');
  watch.disconnect();
  expect(new Set(changed)).toEqual(new Set(['p1/opus']));
});
