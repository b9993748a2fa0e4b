/** backtest/data/market-identity tests: different names of a market in sources make one market, or are refused. */
import { describe, expect, it } from 'vitest';
import { captureFolder, tar } from './fixtures/captures.ts';

const captures = captureFolder();
const CONDITION = '0xAb00000000000000000000000000000000000000000000000000000000000001';
const YES = '71321045679252212594626385532706912750332728571942532289631379312455583992563';
const NO = '52114319501245915516055106046884209969926127482827954674443846427813813222426';
const TIME = '1767571200000';

const plain = (token: string, market = ''): string =>
  `kind,time_us,token,side,price,size,market\nsnapshot,${TIME},${token},buy,0.4,10,${market}\n`;
const quotes = 'ts,slug,bid,ask\n2026-01-05T00:00:01Z,rain,0.41,0.43\n';
const labels = (slug: string, y = 0): string => `slug,y,source\n${slug},${y},api\n`;
const catalog = (slug: string, facts: object = {}): string =>
  JSON.stringify({ slug, outcomes: '["Yes", "No"]', clobTokenIds: JSON.stringify([YES, NO]), ...facts });
const book = (token: string, facts: object = {}): string => {
  const bids = [{ price: '0.6', size: '5' }];
  return JSON.stringify({
    event_type: 'book',
    market: CONDITION,
    asset_id: token,
    timestamp: TIME,
    bids,
    asks: [],
    ...facts,
  });
};
const resolved = JSON.stringify({
  event_type: 'market_resolved',
  market: CONDITION.toLowerCase(),
  slug: 'rain',
  timestamp: TIME,
  assets_ids: [YES, NO],
  outcomes: ['Yes', 'No'],
  winning_asset_id: NO,
});

async function converted(contents: readonly string[], maxLoss?: number, gapSeconds?: number) {
  const files = [captures.write('all.tar', tar(Object.fromEntries(contents.map((text, at) => [`${at}`, text]))))];
  const { file, facts } = await captures.convert('all.arrow', { files, maxLoss, gapSeconds });
  const tokens = new Set((await captures.rows(file)).map(({ market, token }) => `${market} ${token}`));
  return { tokens: [...tokens].sort(), facts };
}

/** Sources, the tokens with rows, and the winners in the catalog. */
const one: Record<string, [readonly string[], readonly string[], readonly (string | undefined)[]]> = {
  'token ids, a catalog and labels': [[plain(YES, 'rain'), catalog('rain'), labels('rain')], [YES], [NO]],
  'token ids without markets, and quotes by slug': [[plain(YES), catalog('rain'), quotes], [YES], [undefined]],
  'both tokens without markets': [[plain(YES), plain(NO), catalog('rain')], [NO, YES], [undefined]],
  'outcomes and token ids in rows': [[plain('no', 'rain'), plain(NO, 'rain'), catalog('rain')], [NO], [undefined]],
  'the outcomes of teams': [
    [plain('reds', 'rain'), plain(NO, 'rain'), catalog('rain', { outcomes: "['Reds', 'Blues']" })],
    [NO, YES],
    [undefined],
  ],
  'condition ids and slugs of one token': [[book(YES), book(NO), plain(YES, 'rain')], [NO, YES], []],
  'condition ids and a catalog': [[book(YES), catalog('rain', { conditionId: CONDITION })], [YES], [undefined]],
  'condition ids in two cases': [[book(YES), book(NO, { market: CONDITION.toLowerCase() }), resolved], [NO, YES], [NO]],
  'a catalog without token ids': [
    [book(YES), catalog('rain', { conditionId: CONDITION, clobTokenIds: '[]' })],
    [YES],
    [undefined],
  ],
  'labels by condition id': [
    [book(YES), catalog('rain', { conditionId: CONDITION }), labels(CONDITION, 1)],
    [YES],
    [YES],
  ],
  'messages with both names': [[book(YES, { market_slug: 'rain' }), book(NO)], [NO, YES], [undefined]],
  'one id and the word of the other outcome': [
    [plain(NO, 'rain'), `market_slug,asset_id,outcome_name,executed_at_timestamp\nrain,${NO},No,\n`, labels('rain', 1)],
    [NO],
    ['rain:Yes'],
  ],
  'outcomes alone': [[quotes, labels('rain', 1)], ['rain:Yes'], ['rain:Yes']],
};

describe('one market', () => {
  it.each(Object.entries(one))('%s', async (_, [sources, tokens, winners]) => {
    for (const contents of [sources, sources.toReversed()]) {
      const { tokens: found, facts } = await converted(contents);
      expect(found).toEqual(tokens.map((token) => `rain ${token}`));
      expect(facts.coverage.byMarket.map(({ market }) => market)).toEqual(['rain']);
      expect(facts.catalog.map(({ market, resolution }) => [market, resolution?.winner])).toEqual(
        winners.map((winner) => ['rain', winner]),
      );
      expect(facts.catalog.every((market) => market.tokens.length <= 2)).toBe(true);
    }
  });

  it('has one book, whose gaps and trades are those of all sources', async () => {
    const trade = plain(NO, 'rain').replace('snapshot', 'trade');
    const { facts } = await converted([trade, book(YES), catalog('rain', { conditionId: CONDITION })]);
    expect(facts.coverage).toMatchObject({ markets: 1, tokens: 2, byMarket: [{ market: 'rain', rows: 2 }] });
    expect(facts.coverage.byMarket[0]?.tradesFrom).toBe(Number(TIME) * 1_000 - 1_000_000);
  });

  it('has one rhythm, of the pauses of all sources', async () => {
    const rows = (name: string, token: string, first: number): string => {
      const times = Array.from({ length: 15 }, (_, at) => 1_767_571_200 + (first + at) * 100);
      return times.map((time) => `snapshot,${time},${token},buy,0.4,10,${name}\n`).join('');
    };
    const header = 'kind,time_us,token,side,price,size,market\n';
    const sources = [header + rows('rain', YES, 0), header + rows('0x1', NO, 15)];
    const { facts } = await converted([...sources, catalog('rain', { conditionId: '0x1' })]);
    expect(facts.coverage.byMarket).toMatchObject([{ market: 'rain', rows: 30 }]);
    expect(facts.coverage.byMarket[0]?.gap).toBeGreaterThanOrEqual(500_000_000);
  });

  it('names that are absent join no markets', async () => {
    const ended = ['rain', 'snow'].map((slug) => {
      const message = { ...JSON.parse(resolved), slug, market: slug === 'rain' ? '' : 'nan' };
      return JSON.stringify({ ...message, assets_ids: [`${slug}-1`, null], winning_asset_id: `${slug}-1` });
    });
    const none = { outcomes: '["Yes"]', conditionId: 'nan' };
    const nan = ['rain', 'snow'].map((slug) => catalog(slug, { ...none, clobTokenIds: `["${slug}-1"]` }));
    const { facts } = await converted([ended.join('\n'), nan.join('\n')]);
    expect(facts.catalog.map(({ market, tokens }) => [market, tokens.length])).toEqual([
      ['rain', 1],
      ['snow', 1],
    ]);
    expect(facts.defects).toEqual([]);
  });

  it('outcome words of two markets are two tokens', async () => {
    const { tokens } = await converted([plain('Yes', 'rain'), plain('yes', 'snow')]);
    expect(tokens).toEqual(['rain rain:Yes', 'snow snow:Yes']);
  });
});

const two: Record<string, [readonly string[], RegExp]> = {
  'a token of two slugs': [
    [plain(YES, 'rain'), plain(YES, 'snow')],
    /1 of 2 tokens, such as .*:1, row 1: the token 71321045679252212594... belongs to two markets, snow and rain;/,
  ],
  'a token of two condition ids': [[book(YES), book(YES, { market: '0x2' })], /two markets, 0x2 and 0xAb0{16}\.\.\.;/],
  'a token of two slugs in catalogs': [[catalog('rain'), catalog('snow')], /2 of 6 tokens, .* snow and rain;/],
  'a condition id of two slugs': [
    [catalog('rain', { conditionId: '0x1' }), catalog('snow', { conditionId: '0x1', clobTokenIds: '[]' })],
    /1 of \d tokens, .*:1, row 1: the condition id 0x1 belongs to two markets, snow and rain;/,
  ],
  'labels beside token ids without a catalog': [
    [plain(YES, 'rain'), labels('rain')],
    /1 of 1 resolutions, such as .*:1, row 1: rain:No: the other sources name its tokens by ids, and no catalog says/,
  ],
  'labels of a market with teams': [
    [plain(YES, 'rain'), catalog('rain', { outcomes: '["Reds", "Blues"]' }), labels('rain')],
    /1 of 1 resolutions, such as .*:2, row 1: rain:No: /,
  ],
  'quotes beside token ids without a catalog': [
    [quotes, plain(YES, 'rain')],
    /1 of \d tokens, such as .*:0, row 1: rain:Yes: the other sources name its tokens by ids/,
  ],
  'two outcomes of one market': [
    [catalog('rain', { closed: true, outcomePrices: '[1, 0]', umaResolutionStatus: 'resolved' }), labels('rain')],
    /1 of 2 resolutions, such as .*:1, row 1: the sources state two outcomes of rain;/,
  ],
};

describe('names of two markets end the conversion', () => {
  it.each(Object.entries(two))('%s', async (_, [sources, message]) => {
    await expect(converted(sources)).rejects.toThrow(message);
    const { facts } = await converted(sources, 100);
    expect(facts.defects.some(({ kind }) => kind === 'lost-token' || kind === 'lost-resolution')).toBe(true);
  });
});

it('a recorded outcome counts before an inferred one, and keeps the moment that another source states', async () => {
  const settled = { closed: true, outcomePrices: '[1, 0]', closedTime: '2026-01-05T01:00:00Z' };
  const late = catalog('rain', settled);
  const { facts } = await converted([late, labels('rain', 1)]);
  expect(facts.catalog[0]?.resolution).toEqual({ winner: YES, basis: 'recorded', time: 1_767_574_800_000_000 });
  const { facts: other } = await converted([labels('rain', 0), late]);
  expect(other.catalog[0]?.resolution).toEqual({ winner: NO, basis: 'recorded' });
});
