/** conformance/checks tests: a route is not failed for what another answers in a wrong form. */
import { describe, expect, it } from 'vitest';
import { brokenClauses, eachRow, type Plant, theObject } from '../fixtures/planted.ts';

const garbled: Plant = (handle) => (request) => {
  const response = handle(request);
  return request.path === '/positions' ? { ...response, body: response.body.replaceAll(':', ':NaN,') } : response;
};

const down: Plant = (handle) => (request) =>
  request.path === '/positions'
    ? { status: 500, headers: { 'content-type': 'application/json' }, body: '{"error":"500: down"}' }
    : handle(request);

describe('positions that cannot be read', () => {
  it.each([
    ['with a size in a string', eachRow(/^\/positions$/, (row) => ({ ...row, size: String(row['size']) }))],
    ['with an index in a string', eachRow(/^\/positions$/, (row) => ({ ...row, outcomeIndex: '0' }))],
    ['as no JSON', garbled],
    ['as an error', down],
  ])('say nothing against the holders: %s', async (_, plant) => {
    expect(await brokenClauses(['holders.position'], plant)).toEqual([]);
  });

  it('but sizes that differ do', async () => {
    const plant = eachRow(/^\/positions$/, (row) => ({ ...row, size: 3 }));
    expect(await brokenClauses(['holders.position'], plant)).toContain('4.10/amount.position');
  });
});

it('a profile in a wrong form says nothing against who holds', async () => {
  const plant = theObject(/^\/profiles\//, (row) => ({ ...row, name: [row['name']] }));
  expect(await brokenClauses(['holders.position', 'activity.profile'], plant)).toEqual([]);
});
