/** conformance/checks/orders/halted tests: a service that briefly halts matching during a check is not a finding. */
import { describe, expect, it } from 'vitest';
import { brokenClauses, type Plant } from '../../../proof/judge/fixtures/planting.ts';
import type { Response } from '../../../wire/message.ts';

const EACH = 5;

const halting =
  (first: number): Plant =>
  (handle) => {
    let count = EACH - first;
    return (request) => {
      if (request.method !== 'POST' || request.path !== '/order') return handle(request);
      const turn = count % EACH;
      count += 1;
      if (turn > 1) return handle(request);
      const { headers }: Response = handle({ ...request, path: '/nowhere' });
      return { status: turn === 0 ? 425 : 503, headers, body: JSON.stringify({ error: 'matching is halted' }) };
    };
  };

const interfaceOnly = (clauses: readonly string[]): readonly string[] =>
  clauses.filter((clause) => !clause.startsWith('D/'));

describe.each(['place-order.signature-types', 'place-order.fok-filled', 'place-order.header-case'] as const)(
  '%s',
  (id) => {
    it.each([0, 1, 2, 3, 4])('accepts a halt after %i orders', async (first) => {
      expect(interfaceOnly(await brokenClauses([id], halting(first), true))).toEqual([]);
    });
  },
);

it('does not judge a FOK order that is refused in every attempt', async () => {
  let count = 0;
  const refused: Plant = (handle) => (request) => {
    const isFok = request.path === '/order' && String(request.body).includes('"FOK"');
    if (!isFok) return handle(request);
    count += 1;
    return { ...handle({ ...request, path: '/nowhere' }), status: 503, body: '{"error":"matching is halted"}' };
  };
  expect(interfaceOnly(await brokenClauses(['place-order.fok-filled'], refused, true))).toEqual([]);
  expect(count).toBe(2);
});
