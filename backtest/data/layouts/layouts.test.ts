/** backtest/data/layouts tests: a capture of each layout, with the rows and the catalog that it becomes. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { countsByKind } from '../defects.ts';
import { captureFolder, tar } from '../fixtures/captures.ts';
import { LAYOUTS } from './layouts.ts';

const captures = captureFolder();

async function converted(...files: readonly string[]) {
  const { file, facts } = await captures.convert('layout.arrow', { files });
  const rows = (await captures.rows(file)).map(({ time, market, token, kind, side, tick, size }) =>
    [time / 1e3, market, token, kind, side, tick, size / 1e6].join(' '),
  );
  return { rows, facts };
}

describe('books', () => {
  const expected = [
    '1750216815253 game-1 T1 snapshot sell 9900 1500',
    '1750216815253 game-1 T1 snapshot buy 100 20.5',
    '1750216815300 game-1 T1 level buy 100 0',
  ];

  it('with the names bid and ask', async () => {
    const text = `market_slug,asset_id,market_id,event_type,price,side,size,hash,timestamp
game-1,T1,,book,0.99,ask,1500.0,h1,1750216815253
game-1,T1,,book,0.01,bid,20.5,h1,1750216815253
game-1,T1,,price_change,0.01,bid,0,h2,1750216815300
`;
    expect((await converted(captures.write('june.csv', text))).rows).toEqual(expected);
  });

  it('with the names BUY and SELL, columns in another order and the outcome', async () => {
    const text = `market_slug,market_id,asset_id,outcome_name,event_type,price,side,size,hash,timestamp
game-1,55,T1,Reds,book,0.99,SELL,1500.0,h1,1750216815253
game-1,55,T1,Reds,book,0.01,BUY,20.5,h1,1750216815253
game-1,55,T1,Reds,price_change,0.01,BUY,0,h2,1750216815300
game-1,55,T1,Reds,price_change,BUY,0.01,shifted,h2,1750216815300
game-1,55,T1,Reds,mystery,0.01,BUY,0,h2,1750216815300
`;
    const metadata = `market_slug,market_id,asset_id,outcome_name,executed_at_timestamp,game_start_timestamp
game-1,55,T1,Reds,1751412641562,
game-1,55,T2,Blues,1751412641562,
`;
    const { rows, facts } = await converted(captures.write('july.csv', text), captures.write('meta.csv', metadata));
    expect(rows).toEqual(expected);
    expect(facts.defects.map(({ row, what }) => [row, what])).toEqual([
      [4, 'the price is not a number from 0 to 1'],
      [5, 'the event type "mystery" is not known'],
    ]);
    const tokens = [
      { token: 'T1', outcome: 'Reds' },
      { token: 'T2', outcome: 'Blues' },
    ];
    expect(facts.catalog).toEqual([{ market: 'game-1', tokens }]);
  });
});

describe('trades', () => {
  it('with both outcomes, in quotes, newest first', async () => {
    const text = `user_id,trade_direction,shares,option_yes_no,option_type,price,total_trade_amount,timestamp
u1,SELL,135.98,Yes,"Rates, unchanged?",0.973,132.3,"Friday, February 27, 2026 21:21:57 EST"
u2,BUY,2572.19875,No,"Rates, unchanged?",0.0270000003,1.5,"Friday, February 27, 2026 21:21:55 EST"
u2,BUY,2572.19875,No,"Rates, unchanged?",0.0270000003,1.5,"Friday, February 27, 2026 21:21:55 EST"
`;
    const { rows, facts } = await converted(captures.write('fills.csv', text));
    expect(rows).toEqual([
      '1772245315000 Rates, unchanged? Rates, unchanged?:No trade buy 270 2572.19875',
      '1772245317000 Rates, unchanged? Rates, unchanged?:Yes trade sell 9730 135.98',
    ]);
    expect(countsByKind(facts.defects)).toEqual({ duplicate: 1 });
  });

  it('by ticker, in an archive, with results', async () => {
    const text = `ticker,created_time,price,count,taker_side,trade_id
KX-1,2025-11-09T05:54:39.90402Z,0.99,279,no,id-2
KX-1,2025-11-09T05:54:08.796663Z,0.98,27,yes,id-1
`;
    const results = `ticker,event_ticker,category,close_time,result,settlement_value,title
KX-1,KX,Sports,2025-11-09T18:10:00.094165Z,yes,100,Will it?
KX-2,KX,,2025-11-09T18:10:00.094165Z,no,0,
`;
    const events = 'event_ticker,title,category,series_ticker\nKX,Who wins?,Chess,K\n,No ticker,Chess,K\n';
    const files = { 'trades/KX-1.csv': text, 'events.csv': events, 'results.csv': results };
    const archive = captures.write('trades.tar', tar(files));
    const { rows, facts } = await converted(archive);
    expect(rows).toEqual([
      '1762667648796.663 KX-1 KX-1:Yes trade buy 9800 27',
      '1762667679904.02 KX-1 KX-1:Yes trade sell 9900 279',
    ]);
    expect(facts.sources.map(({ source, layout }) => [source.split(':')[1], layout])).toEqual([
      ['trades/KX-1.csv', 'ticker-trades'],
      ['events.csv', 'catalog-events'],
      ['results.csv', 'catalog-results'],
    ]);
    expect(facts.catalog[0]).toMatchObject({
      event: 'KX',
      question: 'Will it?',
      category: 'Sports',
      // The actual close is no fact that a strategy could have known.
      resolution: { winner: 'KX-1:Yes', basis: 'recorded', time: 1_762_711_800_094_165 },
    });
    expect(facts.catalog.map(({ closes }) => closes)).toEqual([undefined, undefined]);
    expect(facts.catalog[1]).toMatchObject({ market: 'KX-2', event: 'KX', question: 'Who wins?', category: 'Chess' });
    expect(facts.defects.map(({ what }) => what)).toEqual(['the event ticker is missing']);
  });
});

it('quotes and labels in Parquet', async () => {
  const quotes = parquet('quotes.parquet', [
    { name: 'ts', data: [new Date(1_767_571_202_000), new Date(1_767_571_204_000)], type: 'TIMESTAMP' },
    { name: 'slug', data: ['m', 'm'], type: 'STRING' },
    { name: 'bid', data: [0.4, null], type: 'DOUBLE', nullable: true },
    { name: 'ask', data: [0.6, 0.5], type: 'DOUBLE', nullable: true },
  ]);
  const labels = parquet('labels.parquet', [
    { name: 'slug', data: ['m', 'n'], type: 'STRING' },
    { name: 'y', data: [0, 1], type: 'INT32' },
    { name: 'source', data: ['api', 'convergence'], type: 'STRING' },
  ]);
  const { rows, facts } = await converted(quotes, labels);
  expect(rows).toEqual([
    '1767571202000 m m:Yes quote buy 4000 0',
    '1767571202000 m m:Yes quote sell 6000 0',
    '1767571204000 m m:Yes quote buy 0 0',
    '1767571204000 m m:Yes quote sell 5000 0',
  ]);
  expect(facts.catalog.map(({ resolution }) => resolution)).toEqual([
    { winner: 'm:No', basis: 'recorded' },
    { winner: 'n:Yes', basis: 'inferred' },
  ]);
});

it('pages of a catalog', async () => {
  const market = {
    slug: 's',
    question: 'Q?',
    outcomes: '["Yes", "No"]',
    clobTokenIds: '["1", "2"]',
    endDate: '2026-03-31T12:00:00Z',
  };
  const won = {
    ...market,
    slug: 't',
    clobTokenIds: '["3", "4"]',
    events: [{ slug: 'e' }],
    closed: true,
    outcomePrices: '["0", "1"]',
    umaResolutionStatus: 'resolved',
  };
  const late = { ...won, slug: 'u', clobTokenIds: '["5", "6"]', umaResolutionStatus: '' };
  const lines = [{ markets: [market, won] }, { markets: [late, { slug: '' }] }, { markets: 7 }];
  const file = captures.write('pages.jsonl', lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const { facts } = await converted(file);
  const tokens = [
    { token: '1', outcome: 'Yes' },
    { token: '2', outcome: 'No' },
  ];
  expect(facts.catalog[0]).toEqual({ market: 's', question: 'Q?', closes: 1_774_958_400_000_000, tokens });
  expect(facts.catalog.map(({ resolution }) => resolution?.basis)).toEqual([undefined, 'recorded', 'inferred']);
  expect(facts.catalog.map(({ event }) => event)).toEqual([undefined, 'e', 'e']);
  expect(facts.defects.map(({ what }) => what)).toEqual(['a market has no slug', 'the markets are not a list']);
});

it('have a row each in docs/recordings.md', () => {
  const document = readFileSync(join(import.meta.dirname, '../../../docs/recordings.md'), 'utf8');
  expect(LAYOUTS.filter(({ name }) => !document.includes(`\n| \`${name}\` |`))).toEqual([]);
});

const REAL = join(import.meta.dirname, '../../../../shared/data/mlb-l2-2025-06');

describe('recorded books beside the repository', () => {
  it.skipIf(!existsSync(REAL))('are whole, mirror each other, and have the gaps that are known', async () => {
    const find = (part: string): string => join(REAL, readdirSync(REAL).find((name) => name.includes(part)) ?? '');
    const { facts: quiet } = await captures.convert('r.arrow', { files: [find('mlb-sd-lad')] });
    expect(quiet.coverage.kinds).toMatchObject({ snapshot: 8_852, level: 11_284 });
    expect(countsByKind(quiet.defects)).toEqual({ 'crossed-book': 4, 'mirror-disagreement': 3, 'inferred-fill': 458 });
    const { facts } = await captures.convert('r.arrow', { files: [find('cin-bos-2025-07-01_polymarket')] });
    expect(countsByKind(facts.defects)).toMatchObject({ unparsable: 1, gap: 17 });
  });
});

type ParquetColumns = Parameters<typeof parquetWriteBuffer>[0]['columnData'];

function parquet(name: string, columnData: ParquetColumns): string {
  return captures.write(name, new Uint8Array(parquetWriteBuffer({ columnData })));
}
