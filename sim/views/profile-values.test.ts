/** sim/views tests: the values of a profile that show in wallet data and in lists of prices. */
import { expect, it } from 'vitest';
import { get, withJson } from '../../wire/message.ts';
import { createSimulator } from '../simulator.ts';

type Row = Readonly<Record<string, unknown>>;

function served(profile: string) {
  const simulator = createSimulator({ profile, limits: 'off' });
  const { alice } = simulator.named.wallets;
  const { market } = simulator.named.markets;
  if (alice === undefined || market === undefined) throw new Error('the small world names a wallet and a market');
  const read = (path: string, query: Record<string, string>): readonly Row[] =>
    JSON.parse(simulator.handle(get(path, query)).body);
  const assetsIn = (rows: readonly Row[]): readonly unknown[] =>
    rows.flatMap((row) => [row['asset'], row['oppositeAsset']]);
  const wallet = { user: alice.address, limit: '50' };
  const [group] = read('/holders', { market: market.conditionId }) as { holders: Row[]; token: string }[];
  return {
    assets: [
      ...assetsIn(read('/positions', wallet)),
      ...assetsIn(read('/closed-positions', wallet)),
      ...assetsIn(read('/activity', wallet)),
    ].filter((asset) => asset !== undefined),
    position: read('/positions', { ...wallet, market: market.conditionId, sizeThreshold: '0' }).find(
      ({ outcomeIndex }) => outcomeIndex === 0,
    ),
    group,
    market,
    prices: JSON.parse(simulator.handle(withJson('POST', '/prices', [{ token_id: market.yes }])).body)[market.yes],
  };
}

it('assets are token ids in the profiles of order books, and conditions with an index in that of the document', () => {
  const [document, clob] = [served('document'), served('polymarket')];
  expect(document.assets.length).toBeGreaterThan(20);
  for (const asset of document.assets) expect(asset).toMatch(/^0x[0-9a-f]{64}:[01]$/);
  for (const asset of clob.assets) expect(asset).toMatch(/^\d{60,78}$/);
  expect(clob.position).toMatchObject({ asset: clob.market.yes, oppositeAsset: clob.market.no });
  expect(document.position).toMatchObject({ asset: `${document.market.conditionId}:0` });
  expect(clob.group?.holders[0]).toMatchObject({ asset: clob.market.yes });
  expect(clob.group?.token).toBe(clob.market.yes);
});

it('BUY names the best ask, or the best bid for the clients of Polymarket', () => {
  const [document, kuest, polymarket] = [served('document'), served('kuest'), served('polymarket')];
  expect(kuest.prices).toEqual(document.prices);
  expect(Number(document.prices.BUY)).toBeGreaterThan(Number(document.prices.SELL));
  expect(polymarket.prices).toEqual({ BUY: document.prices.SELL, SELL: document.prices.BUY });
});
