/** conformance/client/order-log tests: the lines written for an order, their moment, and their later reading. */
import { describe, expect, it } from 'vitest';
import { ok, refuse } from '../../base/result.ts';
import { bare, type Request, type Target, withJson } from '../../wire/message.ts';
import { parseOrderLog, withOrderLog } from './order-log.ts';
import { matchLive } from './order-match.ts';

const HEAD = {
  touchstone: 'orders',
  version: 1,
  target: 'http://x',
  pid: 1,
  started: '1',
  machine: 'm',
  begun: '2026-01-01T00:00:00Z',
};
const WALLET = `0x${'A1'.repeat(20)}`;
const headers = {
  svc_address: WALLET,
  svc_api_key: 'hidden-key',
  svc_passphrase: 'hidden',
  svc_timestamp: '1700000000',
};
const terms = {
  tokenId: '7',
  conditionId: '0x1',
  side: 'BUY',
  makerAmount: '10000000',
  takerAmount: '20000000',
  salt: '1',
};
const order = { ...terms, signature: 'hidden-signature', timestamp: '1' };
const placing = { ...withJson('POST', '/order', { order, orderType: 'GTC', owner: 'hidden-key' }), headers };

/** The lines that are written for `placing` and its reply. */
async function linesOf(
  body: string | undefined,
  status = 200,
  request: Request = placing,
): Promise<{ lines: object[]; sentAfter: number }> {
  const lines: object[] = [];
  let sentAfter = -1;
  const target: Target = {
    label: 'x',
    close: async () => undefined,
    async send() {
      sentAfter = lines.length;
      if (body === undefined) return { kind: 'trouble', trouble: 'timeout', detail: '' };
      return { kind: 'response', response: { status, headers: {}, body } };
    },
  };
  const write = (line: object) => {
    lines.push(line);
    return ok(undefined);
  };
  await withOrderLog(target, write).send(request);
  return { lines, sentAfter };
}

function read(lines: readonly object[]) {
  const log = parseOrderLog([HEAD, ...lines].map((line) => `${JSON.stringify(line)}\n`).join(''));
  return log.ok ? log.value : expect.fail(log.refusal);
}

describe('the log of orders', () => {
  it('has an order before it is sent, and nothing that is secret', async () => {
    const { lines, sentAfter } = await linesOf('{"success":true,"orderID":"abc"}');
    expect(sentAfter).toBe(1);
    expect(JSON.stringify(lines)).not.toContain('hidden');
    expect(read(lines).placed.get(WALLET.toLowerCase())?.ids).toEqual(new Set(['abc']));
  });

  it.each([
    ['no reply', undefined, 200, { unnamed: 1, lost: 1 }],
    ['a reply without an id', '{"success":true}', 200, { unnamed: 1, lost: 0 }],
    ['an error of a gateway, which may hide its success', '<html>', 502, { unnamed: 1, lost: 1 }],
    ['an error of the service', '{"error":"internal"}', 500, { unnamed: 1, lost: 1 }],
    ['a refusal', '{"success":false,"errorMsg":"no"}', 200, { unnamed: 0, lost: 0 }],
    ['an error of the client', '{"error":"no"}', 400, { unnamed: 0, lost: 0 }],
  ])('knows by its terms an order with %s', async (_, body, status, { unnamed, lost }) => {
    const { lines } = await linesOf(body, status);
    const log = read(lines);
    expect(log.placed.get(WALLET.toLowerCase())?.unnamed.size ?? 0).toBe(unnamed);
    expect(log.lost).toBe(lost);
  });

  const one = { order, orderType: 'GTC' };
  const batch = { ...withJson('POST', '/orders', [one, { unknown: true }, one, one]), headers };
  it.each([
    ['replies', '[{"orderID":"a"},{},{"success":false},{"success":true}]', 200, { ids: ['a'], unnamed: 1, lost: 0 }],
    ['an error of a gateway', '<html>', 504, { ids: [], unnamed: 3, lost: 3 }],
  ])('has each order of a batch with %s', async (_, body, status, { ids, unnamed, lost }) => {
    const { lines, sentAfter } = await linesOf(body, status, batch);
    expect(sentAfter).toBe(3);
    const log = read(lines);
    const placed = log.placed.get(WALLET.toLowerCase());
    expect([...(placed?.ids ?? [])]).toEqual(ids);
    expect([placed?.unnamed.size, log.lost]).toEqual([unnamed, lost]);
  });

  it.each([
    ['a body', bare('POST', '/order')],
    ['an order in it', withJson('POST', '/order', { owner: 'x' })],
    ['being placed', bare('GET', '/order')],
  ])('has no line for a request without %s', async (_, request) => {
    expect((await linesOf('{}', 200, request)).lines).toEqual([]);
  });

  it('that cannot be written stops the order', async () => {
    const target: Target = { label: 'x', close: async () => undefined, send: () => expect.fail('sent') };
    const outcome = await withOrderLog(target, () => refuse('disk full')).send(placing);
    expect(outcome).toEqual({ kind: 'trouble', trouble: 'aborted', detail: 'disk full' });
  });
});

describe('an order without an id', () => {
  const sent = { ...terms, timestamp: '1700000000000' };
  const row = (id: string, change: object = {}) => ({
    id,
    assetId: '7',
    side: 'BUY',
    originalSize: '20',
    price: '0.5',
    createdAt: '2023-11-14T22:13:21Z',
    ...change,
  });
  const match = (rows: readonly ReturnType<typeof row>[]) => {
    const { certain, doubtful } = matchLive(rows, { ids: new Set(['known']), unnamed: new Set([sent]) });
    return { certain, doubtful: doubtful.map(({ id }) => id) };
  };

  it('is the live order of its terms and time, whatever the unit of sizes', () => {
    expect(match([row('known'), row('a')])).toEqual({ certain: ['known', 'a'], doubtful: [] });
    expect(match([row('a', { originalSize: '20000000' })])).toEqual({ certain: ['a'], doubtful: [] });
  });

  it('is found among the rows of a profile with signed orders', () => {
    const other = { id: 'a', asset_id: '7', side: 'BUY', original_size: '20', price: '0.5', created_at: 1_700_000_001 };
    const { certain } = matchLive([other], { ids: new Set(), unnamed: new Set([sent]) });
    expect(certain).toEqual(['a']);
  });

  it.each([
    ['token', { assetId: '8' }],
    ['side', { side: 'SELL' }],
    ['size', { originalSize: '21' }],
    ['price', { price: '0.51' }],
    ['time', { createdAt: '2023-11-14T22:13:01Z' }],
    ['much later time', { createdAt: '2023-11-14T23:13:21Z' }],
  ])('does not match another %s', (_, change) => {
    expect(match([row('a', change)])).toEqual({ certain: [], doubtful: [] });
  });

  it('is in doubt where two live orders may be it, or the time is unknown', () => {
    expect(match([row('a'), row('b')])).toEqual({ certain: [], doubtful: ['a', 'b'] });
    expect(match([row('a', { createdAt: '' })])).toEqual({ certain: [], doubtful: ['a'] });
  });
});
