/** conformance/checks/wallets tests: a feed that gets an entry while its pages are read is not unstable. */
import { expect, it } from 'vitest';
import { isObject, parseJson } from '../../../base/json.ts';
import { brokenClauses, type Plant } from '../../../proof/judge/fixtures/planting.ts';

/** Prepends an entry to the feed from the first page with an offset on, as a fill of another client does. */
const withFill: Plant = (handle) => {
  let hasChanged = false;
  return (request) => {
    const response = handle(request);
    if (request.path !== '/activity' || response.status !== 200) return response;
    hasChanged ||= request.query.includes('limit=500&offset=');
    const rows = parseJson(
      handle({ ...request, query: new URLSearchParams({ user: userOf(request.query), limit: '500' }).toString() }).body,
    );
    const sent = new URLSearchParams(request.query);
    if (!hasChanged || !Array.isArray(rows) || !isObject(rows[0])) return response;
    const [offset, limit] = [Number(sent.get('offset') ?? 0), Number(sent.get('limit') ?? 100)];
    const longer = [{ ...rows[0], transactionHash: `0x${'7'.repeat(64)}` }, ...rows];
    return { ...response, body: JSON.stringify(longer.slice(offset, offset + limit)) };
  };
};

const userOf = (query: string): string => new URLSearchParams(query).get('user') ?? '';

it('a feed may get an entry between two requests', async () => {
  expect(await brokenClauses(['activity.stable'], withFill)).toEqual([]);
});
