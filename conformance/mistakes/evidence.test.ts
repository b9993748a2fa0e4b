/** conformance/mistakes/evidence tests: services that contradict themselves within a run are failed. */
import { describe, expect, it } from 'vitest';
import { brokenIn, judgeOdd } from '../fixtures/judged-odd.ts';
import type { Mistake } from '../fixtures/odd-server/mistake.ts';

/** A mistake, the checks that could notice it, and a clause that has to be found broken. */
type Row = readonly [name: string, only: readonly string[], broken: string, mistake: Mistake];

const rows: readonly Row[] = [
  [
    'a cancel is refused with a success',
    ['cancel-order.*'],
    'fail 4.4/effect.live-orders',
    (reply) => (request) =>
      request.method === 'DELETE' ? { status: 200, body: '{"canceled":[],"not_canceled":{}}' } : reply(request),
  ],
];

describe('a service is failed', () => {
  it.each(rows)('if %s', async (_, only, broken, mistake) => {
    expect(brokenIn(await judgeOdd({ mistake }, { only }))).toContain(broken);
  });
});
