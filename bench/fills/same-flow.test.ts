/** bench/fills/same-flow tests: one order flow, recorded in several ways, gives a strategy the same result. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withFolder } from '../../backtest/fixtures/folder.ts';
import { runOn, START, withCaptures } from '../../backtest/fixtures/recorded.ts';
import { DEFAULT_ASSUMPTIONS } from '../../backtest/options.ts';
import type { Strategy } from '../../backtest/strategy.ts';
import { createRng } from '../../base/rng.ts';
import { flowOf } from './thinned.ts';

type Row = readonly string[];

const { head, rows: generated } = await flowOf(3, 12_000);
/** Without receive times. A trade and the changes of its level are one moment. */
const rows = generated.map((row) => row.with(7, ''));
const isTrade = ([kind]: Row): boolean => kind === 'trade';
const chance = createRng('same flow');

/** Rows of each moment in another order. Moments that state a level twice or have a snapshot stay as they are. */
function reordered(orderOf: (row: Row) => number): readonly Row[] {
  return [...Map.groupBy(rows, ([, time]) => time).values()].flatMap((moment) => {
    const levels = new Set(moment.map(([kind, , token, side, price]) => `${kind} ${token} ${side} ${price}`));
    if (levels.size < moment.length || moment.some(([kind]) => kind === 'snapshot')) return moment;
    return moment
      .map((row) => ({ row, order: orderOf(row) }))
      .sort((a, b) => a.order - b.order)
      .map(({ row }) => row);
  });
}

/** Each snapshot comes twice. */
const repeated = rows.flatMap((row, index) => {
  const isLast = row[0] === 'snapshot' && rows[index + 1]?.at(-1) !== row.at(-1);
  const message = isLast ? rows.filter((other) => other.at(-1) === row.at(-1) && other[0] === 'snapshot') : [];
  return [row, ...message.map((other) => other.with(-1, `again ${row.at(-1)}`))];
});

/** By the clock it joins the best bid five times a second, and buys every fifth time. */
function joiner(): Strategy {
  return {
    onStart(context) {
      for (let turn = 10; turn < 250; turn += 1) context.timer(String(turn), START + turn * 200_000);
    },
    onTimer(turn, context) {
      const { bestBid } = context.book(0);
      for (const { id } of context.openOrders().slice(0, -10)) context.cancel(id);
      if (bestBid === undefined) return;
      if (Number(turn) % 5 === 0) context.place({ token: 0, side: 'BUY', price: 0.99, size: 20, type: 'FAK' });
      else context.place({ token: 0, side: 'BUY', price: bestBid, size: 20, postOnly: true });
    },
  };
}

/** Maker shares, taker shares and the cash at the end. */
async function resultOf(files: readonly (readonly Row[])[]): Promise<readonly number[]> {
  return await withFolder(async (folder) => {
    const paths = files.map((part, number) => {
      const path = join(folder, `${number}.csv`);
      writeFileSync(path, [head, ...part.map((row) => row.join(',')), ''].join('\n'));
      return path;
    });
    return await withCaptures(paths, (recording) => {
      const { fills, equity } = runOn(recording, joiner(), DEFAULT_ASSUMPTIONS);
      const sharesOf = (maker: boolean): number =>
        fills.reduce((sum, { isMaker, size }) => sum + (isMaker === maker ? size : 0), 0);
      return [sharesOf(true), sharesOf(false), equity.at(-1)?.cash ?? 0];
    });
  });
}

it.each<readonly [string, readonly (readonly Row[])[]]>([
  ['trades first', [reordered((row) => (isTrade(row) ? 0 : 1))]],
  ['books first', [reordered((row) => (isTrade(row) ? 1 : 0))]],
  ['rows of a moment in any order', [reordered(() => chance.int(1_000))]],
  ['trades in another file', [rows.filter((row) => !isTrade(row)), rows.filter(isTrade)]],
  ['the other file first', [rows.filter(isTrade), rows.filter((row) => !isTrade(row))]],
  ['snapshots that are repeated', [repeated]],
])('%s', async (_, files) => {
  const [expected, found] = [await resultOf([rows]), await resultOf(files)];
  expect(expected[0]).toBeGreaterThan(0);
  expect(expected[1]).toBeGreaterThan(0);
  for (const [number, figure] of expected.entries())
    expect(Math.abs((found[number] ?? 0) - figure)).toBeLessThanOrEqual(0.01 * figure);
});
