/** sim/faults/control.test: the control route for rules of faults. */
import { expect, it } from 'vitest';
import { get, withJson } from '../../wire/message.ts';
import { controlResponse } from '../http/control.ts';
import { createSimulator } from '../simulator.ts';

const RULE = { route: 'GET /markets', nth: 1, kind: 'error', status: 503 };
const PATH = '/_touchstone/faults';
const SHAPE = '{"fault": "none", "internal-error" or "not-allowlisted"} or {"faults": [rules]}';

function open() {
  const simulator = createSimulator();
  const reply = (request: ReturnType<typeof get>) => {
    const { status, body } = controlResponse(simulator, request);
    return [status, JSON.parse(body)];
  };
  return { simulator, list: () => reply(get(PATH)), set: (body: unknown) => reply(withJson('POST', PATH, body)) };
}

it('sets and lists rules with their counts, beside the switch, until a reset', () => {
  const { simulator, list, set } = open();
  expect(list()).toEqual([200, { faults: [] }]);
  expect(set({ faults: [RULE] })).toEqual([200, { faults: [{ ...RULE, seen: 0, fired: 0 }] }]);
  expect(set({ fault: 'none' })).toEqual([200, { fault: 'none' }]);
  expect([1, 2].map(() => simulator.handle(get('/markets')).status)).toEqual([503, 200]);
  expect(list()).toEqual([200, { faults: [{ ...RULE, seen: 2, fired: 1 }] }]);
  simulator.reset();
  expect(list()).toEqual([200, { faults: [] }]);
});

it.each<[unknown, string]>([
  [{ faults: {} }, `the body must be ${SHAPE}`],
  [{ faults: [], fault: 'none' }, `the body must be ${SHAPE}`],
  [
    { faults: [{ ...RULE, route: 'GET /market' }] },
    'faults[0]: there is no route "GET /market"; did you mean "GET /markets"?',
  ],
  [
    { faults: [RULE, { ...RULE, wallet: 'zoe' }] },
    'faults[1]: there is no wallet "zoe": there are alice, bob, carol, dave',
  ],
])('%j is status 400 and changes nothing', (body, error) => {
  const { list, set } = open();
  const [, before] = set({ faults: [RULE] });
  expect(set(body)).toEqual([400, { error }]);
  expect(list()).toEqual([200, before]);
});
