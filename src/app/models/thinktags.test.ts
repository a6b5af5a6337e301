import { expect, test } from 'vitest';
import { delta, events, heard, request, responding, type Heard } from '../../test/wire.ts';
import { openAiCompatible } from './openai-compatible.ts';

const said = (...texts: readonly string[]): Promise<Heard> =>
  heard(
    openAiCompatible(responding(() => events(...texts.map((content) => delta({ content })), delta({}, 'stop')))).stream(
      request(),
    ),
  );

test('V2 thoughts between think tags at the very beginning are reasoning, wherever the tags are cut', async () => {
  const whole = '\n<think>\nhm <b> </thin\n</think>\n\nSo <think>it</think> is.';
  for (let size = 1; size <= whole.length; size += 1) {
    const pieces = Array.from({ length: Math.ceil(whole.length / size) }, (_, at) =>
      whole.slice(at * size, (at + 1) * size),
    );
    expect(await said(...pieces)).toMatchObject({
      reasoning: '\nhm <b> </thin\n',
      text: 'So <think>it</think> is.',
      fault: null,
    });
  }
});

test('V2 what only looks like the tag is text, and thoughts without an end are kept', async () => {
  expect(await said('<thi', 'rd>')).toMatchObject({ text: '<third>', reasoning: '' });
  expect(await said('<th')).toMatchObject({ text: '<th' });
  expect(await said('Say <think>x</think>')).toMatchObject({ text: 'Say <think>x</think>', reasoning: '' });
  expect(await said('<think>hm', ' hm</th')).toMatchObject({ text: '', reasoning: 'hm hm</th' });
});
