/** conformance/checks/trades/filters: the filters of builder trades, alone and together (interface 4.6). */

import type { JsonObject } from '../../../spec/json.ts';
import { textAt } from '../../../spec/json.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { Check, CheckContext } from '../../check.ts';
import { canonicalJson } from '../steady.ts';
import { ask, makers, secondsOf, tradeCheck } from './page.ts';

/**
 * One filter by a value taken from a row in the middle, so that other rows are there to be dropped. Rows that `keeps` names have
 * to be there; rows that only `allows` names may.
 */
function filterCheck(
  name: 'id' | 'maker_address' | 'market' | 'asset_id',
  keeps: (row: JsonObject, value: string) => boolean,
  allows: (row: JsonObject, value: string) => boolean = keeps,
): Check {
  const clause = `4.6/${name}.filter`;
  return tradeCheck(
    `${name}.filter`,
    {
      title: `${name} keeps the trades with that ${name}`,
      clauses: [clause, `4.6/${name}.accepted`],
      kind: 'filter',
      run: async (context: CheckContext) => {
        const whole = await ask(context);
        const sample = whole.rows[Math.floor(whole.rows.length / 2)];
        const value = textAt(sample, name) ?? '';
        const expected = whole.rows.filter((row) => keeps(row, value));
        if (expected.length === whole.rows.length)
          context.notTestable(`all trades have the same ${name}`, 'run against a deployment with more trades');
        const { answer, rows } = await ask(context, { [name]: value });
        if (isSuccess(answer)) context.verified(`4.6/${name}.accepted`);
        const only = rows.every((row) => allows(row, value));
        const texts = new Set(rows.map(canonicalJson));
        const missed = expected.filter((row) => !texts.has(canonicalJson(row)) && rows.length < whole.rows.length);
        context.expect(clause, isSuccess(answer) && only && rows.length > 0 && missed.length === 0, answer, {
          expected: `the trades with ${name}=${value}, at least the ${expected.length} of the first page`,
          actual: only ? `${rows.length} rows, ${missed.length} missing` : 'trades without it',
        });
      },
    },
    2,
  );
}

function strictCheck(name: 'before' | 'after'): Check {
  const clause = `4.6/${name}.strict`;
  const keeps = (row: JsonObject, bound: number) =>
    name === 'before' ? secondsOf(row) < bound : secondsOf(row) > bound;
  return tradeCheck(
    `${name}.strict`,
    {
      title: `${name} keeps trades strictly ${name} that Unix second`,
      clauses: [clause, `4.6/${name}.accepted`],
      kind: 'filter',
      run: async (context: CheckContext) => {
        const whole = await ask(context);
        const bounds = [...new Set(whole.rows.map((row) => Math.floor(secondsOf(row))))].sort((a, b) => a - b);
        const bound = bounds[Math.floor(bounds.length / 2)] ?? 0;
        if (bounds.length < 2)
          context.notTestable('all trades happened in the same second', 'run against a deployment with more trades');
        // Trades within a second are told apart by the whole seconds around them.
        for (const value of name === 'before' ? [bound, bound + 1] : [bound - 1, bound, bound + 1]) {
          const { answer, rows } = await ask(context, { [name]: String(value) });
          if (isSuccess(answer)) context.verified(`4.6/${name}.accepted`);
          const wrong = rows.findIndex((row) => !keeps(row, value));
          const atBound = whole.rows.filter((row) => keeps(row, value)).length;
          const full = rows.length >= Math.min(atBound, whole.rows.length);
          context.expect(clause, isSuccess(answer) && wrong < 0 && full, answer, {
            pointer: `/${wrong}/match_time`,
            expected: `trades strictly ${name} ${value}, at least ${atBound} of the first page`,
            actual: wrong < 0 ? `${rows.length} rows` : rows[wrong]?.['match_time'],
          });
        }
      },
    },
    3,
  );
}

const combineCheck = tradeCheck(
  'filters.combine',
  {
    title: 'several filters keep the trades that satisfy all of them',
    clauses: ['4.6/filters.combine'],
    kind: 'filter',
    run: async (context: CheckContext) => {
      const whole = await ask(context);
      const counts = new Map<string, readonly JsonObject[]>();
      for (const row of whole.rows)
        counts.set(textAt(row, 'market') ?? '', [...(counts.get(textAt(row, 'market') ?? '') ?? []), row]);
      const mixed = [...counts].find(([, rows]) => new Set(rows.map((row) => textAt(row, 'asset_id'))).size > 1);
      const several = mixed ?? [...counts].find(([, rows]) => rows.length > 1);
      const row = several?.[1][0];
      if (several === undefined || row === undefined)
        context.notTestable('no market has two trades', 'run against a deployment with more trades');
      const before = String(Math.max(...several[1].map((other) => Math.floor(secondsOf(other)))));
      const asset = textAt(row, 'asset_id') ?? '';
      const { answer, rows } = await ask(context, { market: several[0], asset_id: asset, before });
      const wrong = rows.findIndex(
        (other) =>
          textAt(other, 'market') !== several[0] ||
          textAt(other, 'asset_id') !== asset ||
          secondsOf(other) >= Number(before),
      );
      context.expect('4.6/filters.combine', isSuccess(answer) && wrong < 0, answer, {
        pointer: `/${wrong}`,
        expected: `trades of ${several[0]}, of one token, before ${before}`,
        actual: rows[wrong],
      });
    },
  },
  2,
);

/** Filters of builder trades. */
export const tradeFilterChecks: readonly Check[] = [
  filterCheck('id', (row, value) => textAt(row, 'id') === value),
  filterCheck(
    'maker_address',
    (row, value) => textAt(row, 'maker_address')?.toLowerCase() === value.toLowerCase(),
    (row, value) => makers(row).some((maker) => maker.toLowerCase() === value.toLowerCase()),
  ),
  filterCheck('market', (row, value) => textAt(row, 'market') === value),
  filterCheck('asset_id', (row, value) => textAt(row, 'asset_id') === value),
  strictCheck('before'),
  strictCheck('after'),
  combineCheck,
];
