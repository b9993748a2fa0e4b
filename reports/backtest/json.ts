/** reports/backtest/json: the report of a backtest as JSON, a line for each order, fill or row of a table. */
import { LazyRows } from '../../backtest/rows.ts';
import { safeJson } from '../untrusted.ts';
import { inPieces } from './pieces.ts';

/** JSON in pieces, since no string can hold millions of orders; a line for each field and item of a list. */
export function linedJson(report: object): Iterable<string> {
  return inPieces(lines(report));
}

function* lines(report: object): Generator<string> {
  let before = '{\n';
  for (const [name, value] of Object.entries(report)) {
    yield `${before}  ${safeJson(name)}: `;
    yield* isList(value) ? listLines(value) : [safeJson(value, 0)];
    before = ',\n';
  }
  yield '\n}\n';
}

function* listLines(list: Iterable<unknown>): Generator<string> {
  let before = '[\n';
  for (const item of list) {
    yield `${before}    ${safeJson(item, 0)}`;
    before = ',\n';
  }
  yield before === '[\n' ? '[]' : '\n  ]';
}

function isList(value: unknown): value is Iterable<unknown> {
  return Array.isArray(value) || value instanceof LazyRows;
}
