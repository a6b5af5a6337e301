/** An image of the person that a model is not shown is told to the person too (rows V2, U6). */
import { expect, test } from 'vitest';
import type { Attachment, Message, ModelRequest } from '../../core/model.ts';
import { events, heard, refusing, request, responding } from '../../test/wire.ts';
import { anthropic } from './anthropic.ts';
import { google } from './google.ts';

const image = (name: string, mime: string): Attachment => ({ name, mime, content: 'AAAA' });
const shows = (...files: readonly Attachment[]): Message => ({
  role: 'user',
  parts: [{ is: 'text', text: 'Look' }, ...files.map((file) => ({ is: 'file', file }) as const)],
});
const called: Message[] = [
  {
    role: 'assistant',
    from: request().model,
    parts: [{ is: 'call', id: 'abc123456', tool: 'x', args: {} }],
  },
  { role: 'tool', answers: [{ call: 'abc123456', tool: 'x', text: 'fine', images: [], failed: false }] },
];

const gemini = events({ candidates: [{ content: { role: 'model', parts: [{ text: 'ok' }] }, finishReason: 'STOP' }] });
const claude = events(
  { type: 'message_start', message: { usage: { input_tokens: 5 } } },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'ok' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } },
  { type: 'message_stop' },
);
const wires = [
  ['Anthropic', () => anthropic(responding(() => claude)), ['a.bmp', 'd.svg']],
  ['Google', () => google(responding(() => gemini)), ['a.bmp', 'c.gif', 'd.svg']],
] as const;

async function notices(models: ReturnType<typeof google>, change: Partial<ModelRequest>): Promise<string[]> {
  const all = await heard(models.stream(request(change)));
  expect(all.fault).toBeNull();
  return all.events.flatMap((event) => (event.is === 'notice' ? [event.text] : []));
}

test.each(wires)(
  'V2 U6 %s: images that the model is not shown are named to the person, once, and no others',
  async (_which, open, left) => {
    const models = open();
    const all = [image('a.bmp', 'image/bmp'), image('b.png', 'image/png'), image('c.gif', 'image/gif')];
    const asked = shows(...all, image('d.svg', 'image/svg+xml'));
    const [told, ...more] = await notices(models, { messages: [asked] });
    expect(more).toEqual([]);
    for (const { name } of [...all, { name: 'd.svg' }]) {
      if (left.some((one) => one === name)) expect(told).toContain(`“${name}”`);
      else expect(told).not.toContain(name);
    }
    expect(told).toContain('choose another model');
    // The same message again, as a round's synthesis has it, and the answer's next turn.
    expect(await notices(models, { messages: [asked] })).toEqual([]);
    expect(await notices(models, { messages: [asked, ...called] })).toEqual([]);
    // Another model of the round is not shown it either, and a name from outside hides nothing.
    const other = { provider: 'p1', model: 'm2', name: 'Other' };
    expect(await notices(models, { messages: [asked], model: other })).toHaveLength(1);
    const odd = await notices(models, { messages: [shows(image('x\u202egpj.bmp', 'image/bmp'))] });
    expect(odd.join()).not.toContain('\u202e');
    expect(await notices(models, { messages: [shows(image('e.png', 'image/png'))] })).toEqual([]);
  },
);

test('V2 U6 a model of Google’s that takes no images at all: asked again in words, and the person told', async () => {
  const endpoint = responding((n) =>
    n === 0 ? refusing(400, { error: { message: 'Image input modality is not enabled for this model' } }) : gemini,
  );
  const told = await notices(google(endpoint), { messages: [shows(image('b.png', 'image/png'))] });
  expect(endpoint.asked).toHaveLength(2);
  expect(JSON.stringify(endpoint.asked[1]?.body)).not.toContain('inlineData');
  expect(told).toEqual([expect.stringContaining('The image “b.png” is not shown to “Example · m1”')]);
});
