import { parse } from 'csv-parse/sync';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import { fiveMinutes } from '../../backtest/metrics/fixtures/five-minutes.ts';
import { fill, market, minute, order, result } from '../../backtest/metrics/fixtures/results.ts';
import { reportOf } from '../../backtest/report.ts';
import type { BacktestReport } from '../../backtest/report-schema.ts';
import { backtestParquet } from './parquet.ts';
import { backtestCsv } from './tables.ts';

const report = reportOf(fiveMinutes(), { version: '1.2.3' });
const csvOf = (from: BacktestReport, name: string): string =>
  [...(backtestCsv(from).find((file) => file.name === name)?.pieces ?? [])].join('');
const bytesOf = (from: BacktestReport, name: string): Uint8Array =>
  Buffer.concat([...(backtestParquet(from).find((file) => file.name === name)?.pieces ?? [])]);
const rowsOf = async (from: BacktestReport, name: string): Promise<Record<string, unknown>[]> => {
  const { buffer } = new Uint8Array(bytesOf(from, name));
  return await parquetReadObjects({ file: buffer });
};

describe('the tables as CSV', () => {
  it('hold a row for each fill', () => {
    expect(csvOf(report, 'fills.csv')).toBe(`\
order,at,market,token,side,price,size,fee,isMaker,reason,queueAhead,\
waitedSeconds,row,mid,mid1s,mid10s,mid60s,reversedAt,marketName,outcome
1,${minute(1)},0,0,BUY,0.4,100,0.5,false,took-liquidity,,,3,0.39,0.41,0.42,0.5,,market-0,Yes
2,${minute(2)},0,0,SELL,0.5,40,0,true,trade-at-price,10,60,6,0.5,0.49,0.48,0.5,,market-0,Yes
3,${minute(3)},1,3,BUY,0.3,200,0,true,trade-through,0,30,8,0.3,,,,,market-1,No
`);
  });

  it('hold orders and equity', () => {
    expect(csvOf(report, 'orders.csv').split('\n')[4]).toBe(
      `4,0,0,BUY,GTC,false,0.1,50,0,${minute(0)},${minute(2)},${minute(4)},,,cancelled,by the strategy,,market-0,Yes`,
    );
    expect(csvOf(report, 'equity.csv').split('\n').slice(0, 3)).toEqual([
      'at,cash,holdings,equity',
      `${minute(0)},1000,0,1000`,
      `${minute(1)},959.5,39,998.5`,
    ]);
  });

  it('quote what would break a row', () => {
    const name = 'a "b",\nc';
    const run = result({ markets: [market(0, { name })], orders: [order(1, 'BUY', 1, 0, 0.5)] });
    const text = csvOf(reportOf(run, { version: '1.2.3' }), 'orders.csv');
    expect(parse(text, { columns: true })).toMatchObject([{ id: '1', marketName: name, outcome: 'Yes' }]);
  });

  it('have only their names when nothing happened', () => {
    expect(csvOf(reportOf(result(), { version: '1.2.3' }), 'equity.csv')).toBe('at,cash,holdings,equity\n');
  });
});

describe('the tables as Parquet', () => {
  it('have the values of the report, with timestamps and nulls', async () => {
    const fills = await rowsOf(report, 'fills.parquet');
    expect(fills).toHaveLength(3);
    expect(fills[2]).toEqual({
      order: 3n,
      at: new Date(minute(3) / 1_000),
      market: 1n,
      token: 3n,
      side: 'BUY',
      price: 0.3,
      size: 200,
      fee: 0,
      isMaker: true,
      reason: 'trade-through',
      queueAhead: 0,
      waitedSeconds: 30,
      row: 8n,
      mid: 0.3,
      mid1s: null,
      mid10s: null,
      mid60s: null,
      reversedAt: null,
      marketName: 'market-1',
      outcome: 'No',
    });
    expect(await rowsOf(report, 'orders.parquet')).toHaveLength(5);
    expect((await rowsOf(report, 'equity.parquet'))[5]).toMatchObject({ cash: 979.5, holdings: 70, equity: 1_049.5 });
  });

  it('hold many rows in several groups', async () => {
    const count = 70_000;
    const orders = Array.from({ length: count }, (_, id) => order(id, 'BUY', 1, 0, 0.5));
    const from = reportOf(result({ markets: [market(0)], orders }), { version: '1.2.3' });
    const bytes = bytesOf(from, 'orders.parquet');
    const { buffer } = new Uint8Array(bytes);
    expect(parquetMetadata(buffer).row_groups.map(({ num_rows }) => Number(num_rows))).toEqual([32_768, 32_768, 4_464]);
    const [last] = await parquetReadObjects({ file: buffer, rowStart: count - 1, columns: ['id', 'marketName'] });
    expect(last).toEqual({ id: BigInt(count - 1), marketName: 'market-0' });
  });

  it('keep microseconds', async () => {
    const run = result({ fills: [fill(1, minute(0) + 11, 'BUY', 1, 0, 0.5)] });
    const { buffer } = new Uint8Array(bytesOf(reportOf(run, { version: '1.2.3' }), 'fills.parquet'));
    const parsers = { timestampFromMicroseconds: (micros: bigint): bigint => micros };
    const rows = await parquetReadObjects({ file: buffer, parsers });
    expect(rows[0]?.['at']).toBe(BigInt(minute(0) + 11));
  });

  it('have the same bytes for the same report', () => {
    expect(bytesOf(reportOf(fiveMinutes(), { version: '1.2.3' }), 'orders.parquet')).toEqual(
      bytesOf(report, 'orders.parquet'),
    );
  });

  it('can be empty', async () => {
    expect(await rowsOf(reportOf(result(), { version: '1.2.3' }), 'equity.parquet')).toEqual([]);
  });
});
