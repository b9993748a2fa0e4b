/** conformance/checks tests: a finding shows the response that is wrong. */
import { describe, expect, it } from 'vitest';
import { type Plant, plantedFindings } from '../../../proof/judge/fixtures/planting.ts';

const unmoved: Plant = (handle) => (request) => {
  const query = new URLSearchParams(request.query);
  query.delete('offset');
  return handle({ ...request, query: query.toString() });
};

const ending: Plant = (handle) => (request) =>
  /offset=(?!0|3)/.test(request.query) ? { ...handle(request), body: '[]' } : handle(request);

describe('an offset that is ignored', () => {
  it.each([
    ['markets.pages-of-1', 1],
    ['markets.pages-of-3', 3],
    ['positions.pages-of-3', 3],
  ] as const)('is shown by the requested page, and the rows in question: %s', async (id, size) => {
    const [found] = await plantedFindings([id], unmoved);
    expect(found?.request).toContain(`limit=${size}&offset=${size}`);
    expect(found?.pointer).toMatch(/^\/0\/(id|asset)$/);
    expect(found?.expected).toContain(`because the list has this from row ${size} on`);
  });
});

it('a list that ends too soon is shown by its last page', async () => {
  const [found] = await plantedFindings(['markets.pages-of-3'], ending);
  expect(found).toMatchObject({ pointer: '/0', actual: '"absent"' });
  expect(found?.request).toContain('limit=3&offset=6');
});
