/** conformance/properties/refusals tests: nothing is found on the simulator, and planted faults are shrunk. */
import { describe, expect, it } from 'vitest';
import { isObject, parseJson } from '../../../base/json.ts';
import type { Handler, Response } from '../../../wire/message.ts';
import { explored, inShort } from '../fixtures/explored.ts';
import type { Property } from '../property.ts';
import { PROPERTIES } from '../suite.ts';

const named = (...ids: readonly string[]): readonly Property[] => PROPERTIES.filter(({ id }) => ids.includes(id));

it('find nothing on the simulator', async () => {
  const groups = ['callers', 'failures', 'allowlist', 'refusals'];
  const all = PROPERTIES.filter(({ id }) => groups.includes(id.split('.')[0] ?? ''));
  expect(new Set(all.map(({ id }) => id.split('.')[0]))).toEqual(new Set(groups));
  expect(inShort(await explored(all, { runs: 4, seed: 1 }))).toEqual([]);
});

/** The service with another response where `change` has one. */
function changing(change: (response: Response, request: Parameters<Handler>[0]) => Partial<Response> | undefined) {
  return (handle: Handler): Handler =>
    (request) => {
      const response = handle(request);
      return { ...response, ...change(response, request) };
    };
}

const orderOf = ({ body }: Parameters<Handler>[0]): Readonly<Record<string, unknown>> => {
  const json = parseJson(String(body));
  return isObject(json) && isObject(json['order']) ? json['order'] : {};
};

const faults: readonly (readonly [
  what: string,
  property: string,
  clause: string,
  plant: (handle: Handler) => Handler,
])[] = [
  [
    'a header that is not required',
    'callers.live-orders',
    'D/live-orders-auth.SVC_PASSPHRASE',
    changing((_, { headers }) =>
      'svc_passphrase' in headers
        ? undefined
        : { status: 200, body: '{"data":[],"next_cursor":"","limit":100,"count":0}' },
    ),
  ],
  [
    'a success while the service fails',
    'failures.books',
    '7/books.internal',
    changing(({ status }) => (status === 500 ? { status: 200, body: '[]' } : undefined)),
  ],
  [
    'another word for the allowlist',
    'allowlist.holders',
    '7/holders.not-allowlisted',
    changing(({ body }) => ({ body: body.replace('ip_not_allowlisted', 'not_allowed') })),
  ],
  [
    'an order of an unknown side that is accepted',
    'refusals.orders',
    'D/order-sides.unknown',
    changing((_, request) =>
      /^[KQXZ]+$/.test(String(orderOf(request)['side']))
        ? {
            status: 200,
            body: '{"success":true,"errorMsg":"","orderID":"x","takingAmount":"","makingAmount":"","status":"live"}',
          }
        : undefined,
    ),
  ],
];

describe('find', () => {
  it.each(faults)('%s', async (_, id, clause, plant) => {
    const findings = await explored(named(id), { runs: 200, seed: 3, plant });
    expect(findings.map((finding) => finding.clause)).toContain(clause);
  });
});
