/** A throttled request waits as long as it is told, and not for ever. */
import { expect, test } from 'vitest';
import { get } from '../../wire/message.ts';
import { patient } from './patience.ts';

const throttled = (headers: Record<string, string> = {}) => ({
  kind: 'response' as const,
  response: { status: 429, headers, body: '{}' },
});
const fine = { kind: 'response' as const, response: { status: 200, headers: {}, body: '[]' } };

test.each([
  ['as long as the deployment says', [throttled({ 'retry-after': '3' }), fine], [3_000], 200],
  ['a second where it does not say', [throttled(), throttled({ 'retry-after': 'soon' }), fine], [1_000, 1_000], 200],
  ['never longer than a quarter of a minute', [throttled({ 'retry-after': '86400' }), fine], [15_000], 200],
  ['four times at most', Array.from({ length: 9 }, () => throttled()), [1_000, 1_000, 1_000, 1_000], 429],
  ['not at all for any other answer', [fine], [], 200],
])('waits %s', async (_, answers, waits, status) => {
  const waited: number[] = [];
  const left = [...answers];
  const send = patient(
    async () => left.shift() ?? fine,
    async (ms) => {
      waited.push(ms);
    },
  );
  expect(await send(get('/markets'))).toMatchObject({ response: { status } });
  expect(waited).toEqual(waits);
});
