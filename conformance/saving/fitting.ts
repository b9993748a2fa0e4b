/**
 * conformance/saving/fitting: whether an expectation tells the target's answer from a sound one: the target's fails it, and that of the
 * simulator, where it is known, does not.
 */
import { fill } from '../../scenarios/expression/expression.ts';
import { ExpressionError } from '../../scenarios/expression/trouble.ts';
import { isDeep } from '../../scenarios/recording/leaves.ts';
import { pointed } from '../../spec/json-pointer.ts';
import type { Request, Response } from '../../wire/message.ts';
import type { Expectation } from '../../wire/pattern/expectation.ts';
import { differencesOf } from '../../wire/pattern/expectation.ts';
import { jsonOf } from './answers.ts';
import type { Row } from './comparing.ts';
import type { Names } from './supply.ts';
import type { Telling } from './telling.ts';

type Scope = Record<string, unknown>;

/** Judges the row by its request; what the telling speaks of is taken from the other rows. */
export function isFitting(
  { expect, sources }: Telling,
  rows: readonly Row[],
  { got, wanted }: Row,
  request: Request,
  names: Names,
): boolean {
  const scopeOf = (answerOf: (row: Row) => Response | undefined): Scope => {
    const told = sources.map(({ pair, name, pointer }) => {
      const row = rows[pair];
      const answer = row && answerOf(row);
      return [name, answer && pointed(jsonOf(answer), pointer).value];
    });
    return { ...scopeOfNames(names), ...Object.fromEntries(told) };
  };
  const mine = scopeOf((row) => row.got);
  if (!isFailing(expect, request, got, mine)) return false;
  const sound = scopeOf((row) => row.wanted);
  return wanted === undefined || !isFailing(expect, request, wanted, sound);
}

function isFailing(expect: Expectation, request: Request, response: Response, scope: Scope): boolean {
  const parsed = jsonOf(response);
  try {
    fill(expect, scope);
    return (
      differencesOf(expect, request, { response, json: isDeep(parsed) ? undefined : parsed }, (value) =>
        fill(value, scope),
      ).length > 0
    );
  } catch (error) {
    if (error instanceof ExpressionError) return false;
    throw error;
  }
}

function scopeOfNames({ wallets, markets }: Names): Scope {
  const known = Object.entries(wallets).map(([name, { address, apiKey }]) => [name, { address, apiKey }]);
  return { wallets: Object.fromEntries(known), markets };
}
