import { expect, test } from 'vitest';
import { delta, events, heard, request, responding, type Bytes, type Heard } from '../../test/wire.ts';
import { openAiCompatible } from './openai-compatible.ts';

const said = (pieces: readonly Bytes[]): Promise<Heard> =>
  heard(openAiCompatible(responding(() => pieces)).stream(request()));
const call = (index: number | null, fields: object, id?: string): object => ({
  ...(index === null ? {} : { index }),
  ...(id === undefined ? {} : { id }),
  function: fields,
});

test('V2 parallel calls that come in turns are kept apart, in the order they began', async () => {
  const heardOf = await said(
    events(
      delta({
        tool_calls: [
          call(0, { name: 'grep', arguments: '{"pattern":' }, 'a'),
          call(1, { name: 'file_read', arguments: '' }, 'b'),
        ],
      }),
      delta({ tool_calls: [call(1, { arguments: '{"path":"x"}' })] }),
      delta({ tool_calls: [call(0, { arguments: '"todo"}' })] }, 'tool_calls'),
      '[DONE]',
    ),
  );
  expect(heardOf.calls).toEqual([
    { tool: 'grep', raw: '{"pattern":"todo"}' },
    { tool: 'file_read', raw: '{"path":"x"}' },
  ]);
});

test('V2 parallel calls are told apart although the server gives them all index 0, no index, or no id', async () => {
  const two = [
    { tool: 'grep', raw: '{"pattern":"a"}' },
    { tool: 'grep', raw: '{"pattern":"b"}' },
  ];
  const first = { name: 'grep', arguments: '{"pattern":"a"}' };
  const second = { name: 'grep', arguments: '{"pattern":"b"}' };
  for (const pair of [
    [call(0, first, 'a'), call(0, second, 'b')],
    [call(null, first, 'a'), call(null, second, 'b')],
    [call(0, first), call(0, second)],
    [call(null, first), call(null, second)],
    [call(0, first, ''), call(1, second, '')],
  ]) {
    expect(
      (await said(events(delta({ tool_calls: [pair[0]] }), delta({ tool_calls: [pair[1]] }, 'stop')))).calls,
    ).toEqual(two);
    expect((await said(events(delta({ tool_calls: pair }, 'stop')))).calls).toEqual(two);
  }
});

test('V2 an empty id neither blanks a call’s own nor hides that the next call has another', async () => {
  const heardOf = await said(
    events(
      delta({ tool_calls: [call(0, { name: 'grep', arguments: '' }, 'a')] }),
      delta({ tool_calls: [call(0, { arguments: '{"pattern":"a"}' }, '')] }),
      delta({ tool_calls: [call(0, { name: 'grep', arguments: '' }, 'b')] }),
      delta({ tool_calls: [call(0, { arguments: '{"pattern":"b"}' }, '')] }, 'tool_calls'),
    ),
  );
  expect(heardOf.calls.map((made) => made.raw)).toEqual(['{"pattern":"a"}', '{"pattern":"b"}']);
});

test('V2 a call keeps its name and id through deltas that repeat, blank or late-send them', async () => {
  const grown = { tool: 'file_read', raw: '{"path":"a b"}' };
  for (const pieces of [
    [
      call(0, { name: 'file_read', arguments: '{"path":' }, 'x'),
      call(0, { name: 'file_read', arguments: '"a b"}' }, 'x'),
    ],
    [call(0, { name: 'file_read', arguments: '{"path":' }, 'x'), call(0, { name: '', arguments: '"a b"}' }, '')],
    [call(0, { arguments: '{"path":' }, 'x'), call(0, { name: 'file_read', arguments: '"a b"}' })],
    [call(0, { name: 'file_', arguments: '' }, 'x'), call(0, { name: 'read', arguments: '{"path":"a b"}' })],
    [call(null, { name: 'file_read', arguments: '{"path":' }, 'x'), call(null, { arguments: '"a b"}' })],
    [call(0, { name: 'file_read', arguments: { path: 'a b' } }, 'x'), call(1, { arguments: '' }, '')],
  ]) {
    const [got] = (await said(events(...pieces.map((piece) => delta({ tool_calls: [piece] }))))).calls;
    expect(got?.tool).toBe(grown.tool);
    expect(JSON.parse(got?.raw ?? '')).toEqual(JSON.parse(grown.raw));
  }
});

test('V8 broken arguments stay as they came and a cut answer says so (case 40)', async () => {
  const cut = '{"path":"a","content":"abc';
  const heardOf = await said(
    events(
      delta({ tool_calls: [call(0, { name: 'file_write', arguments: cut }, 'x')] }),
      delta({}, 'length'),
      '[DONE]',
    ),
  );
  expect(heardOf.calls).toEqual([{ tool: 'file_write', raw: cut }]);
  expect(heardOf).toMatchObject({ reason: 'length', cut: true, fault: null });
  const list = '{"cmds":["x","y"';
  expect(
    (await said(events(delta({ tool_calls: [call(0, { name: 'run', arguments: list })] }, 'tool_calls')))).calls[0]
      ?.raw,
  ).toBe(list);
});

test('V2 calls come through although the finish says stop, or none comes (case 53)', async () => {
  const made = delta({ tool_calls: [call(0, { name: 'grep', arguments: '{}' }, 'x')] });
  expect(await said(events(made, delta({}, 'stop'), '[DONE]'))).toMatchObject({
    calls: [{ tool: 'grep', raw: '{}' }],
    reason: 'stop',
    fault: null,
  });
  expect(await said(events(made))).toMatchObject({ calls: [{ tool: 'grep', raw: '{}' }], reason: '', fault: null });
});

test('V2 finish tool_calls without any call ends the turn (case 56)', async () => {
  const heardOf = await said(events(delta({ tool_calls: [] }, 'tool_calls'), '[DONE]'));
  expect(heardOf.events).toEqual([{ is: 'finish', reason: 'tool_calls', cut: false }]);
});
