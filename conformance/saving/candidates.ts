/**
 * conformance/saving/candidates: what a story may expect of its last answer, the best first: what the clause and the check say in
 * general, then what the faithful simulator answers instead. Each fails the answer of the target, and passes that of the
 * simulator, where it is known.
 */
import { fill } from '../../scenarios/expression/expression.ts';
import { ExpressionError } from '../../scenarios/expression/trouble.ts';
import type { Expectation } from '../../scenarios/language/expectation.ts';
import { createCast } from '../../scenarios/recording/cast.ts';
import { isDeep } from '../../scenarios/recording/leaves.ts';
import { vocabularyOf } from '../../scenarios/recording/scenario-of.ts';
import { differencesOf } from '../../scenarios/running/expecting.ts';
import { pointed } from '../../scenarios/running/pointer.ts';
import type { Request, Response } from '../../wire/message.ts';
import type { Sighting } from '../execution/history.ts';
import { jsonOf } from './answers.ts';
import type { Bench } from './bench.ts';
import { comparablePlaces } from './comparable.ts';
import type { Compared, Row } from './comparing.ts';
import { expectationsOf } from './expectations.ts';
import type { Material } from './material.ts';
import type { Names } from './supply.ts';
import { type Telling, tellingsOf } from './telling.ts';
import { toldAfter } from './told-after.ts';
import type { Pair } from './told-before.ts';

export type Candidate = {
  /** Place of the exchange that is judged. */
  readonly judged: number;
  readonly expect: Expectation;
  /** What it speaks of: places of exchanges, and where in their answers it stands. */
  readonly kept: readonly { readonly place: number; readonly name: string; readonly pointer: string }[];
};

/** A check that compares two answers says so. */
const SAMENESS = /\b(?:same|other view|as the|as in|of the market|row \d+|listed|asked for|second)\b/;

/** Relations that are tried before plain values. */
const COMPARED_MAX = 3;

/** Rows of pages are those of the whole list, whatever stands in it. */
const PAGING = /\.(?:walk|skip|start|offset)$/;

/** The candidates of a finding: of the answer that it is about, and only where that is right after all of another one. */
export function candidatesOf(
  sighting: Sighting,
  material: Material,
  { rows }: Compared,
  { names, isSameWorld }: Bench,
): readonly Candidate[] {
  const at = rows.findIndex(({ place }) => place === material.cited);
  const { pointer = '', expected } = sighting.deviation;
  const isSame = SAMENESS.test(expected) || /\.(?:same|walk|views|match|aligned)$/.test(sighting.clause);
  const general = expectationsOf(sighting).map((expect): Telling => ({ expect, sources: [] }));
  const fitting = (index: number, tellings: readonly Telling[]): readonly Candidate[] =>
    tellings
      .filter((telling) => isTelling(telling, rows, index, material.pool[rows[index]?.place ?? -1]?.request, names))
      .map(({ expect, sources }) => {
        const kept = sources.map(({ pair, ...source }) => ({ ...source, place: rows[pair]?.place ?? 0 }));
        return { judged: rows[index]?.place ?? 0, expect, kept };
      });
  const vocabulary = vocabularyOf(createCast(names.wallets, []), names.markets);
  const toldAt = (index: number, where: string): readonly Telling[] => {
    const pairs = pairsUntil(rows, index);
    if (isSameWorld) return tellingsOf(pairs, { pointer: where, isSame }, vocabulary);
    const isMeant = comparablePlaces(rows, index, material, vocabulary);
    if (isMeant !== undefined) return tellingsOf(pairs, { pointer: where, isSame, isMeant }, vocabulary);
    if (!PAGING.test(sighting.clause)) return [];
    return tellingsOf(pairs, { pointer: where, isSame }, vocabulary).filter(isComparing);
  };
  const told = toldAt(at, pointer);
  const [compared, alone] = [told.filter(isComparing), told.filter((telling) => !isComparing(telling))];
  const later = isSameWorld && isSame && compared.length === 0 ? toldAfter(rows, at, pointer) : [];
  const here = [
    ...fitting(at, general),
    ...fitting(at, compared).slice(0, COMPARED_MAX),
    ...later.flatMap(({ row, ...telling }) => fitting(row, [telling])),
    ...fitting(at, alone),
  ];
  if (here.length > 0) return here;
  const others = rows.flatMap(({ isPlayed }, index) => (isPlayed && index !== at ? [index] : []));
  const nearest = [...others.filter((index) => index > at), ...others.filter((index) => index < at).reverse()];
  for (const index of nearest) {
    const found = fitting(index, toldAt(index, ''));
    if (found.length > 0) return found;
  }
  return [];
}

/** What is held against another answer says more than what is held against a value. */
function isComparing({ sources }: Telling): boolean {
  return sources.some(({ name }) => name === 'wanted');
}

/** The pairs up to and with the row; none where a sound answer is missing. */
function pairsUntil(rows: readonly Row[], index: number): readonly Pair[] {
  const pairs: Pair[] = [];
  for (const { got, wanted } of rows.slice(0, index + 1)) {
    if (wanted === undefined) return [];
    pairs.push({ got, wanted });
  }
  return pairs;
}

/** The target's answer fails it, and the sound one does not. */
function isTelling(
  { expect, sources }: Telling,
  rows: readonly Row[],
  index: number,
  request: Request | undefined,
  names: Names,
): boolean {
  const row = rows[index];
  if (row === undefined || request === undefined) return false;
  const scopeOf = (answer: (row: Row) => Response | undefined): Record<string, unknown> => ({
    ...scopeOfNames(names),
    ...Object.fromEntries(
      sources.map(({ pair, name, pointer }) => {
        const told = rows[pair] && answer(rows[pair]);
        return [name, told && pointed(jsonOf(told), pointer).value];
      }),
    ),
  });
  const fails = isFailing(
    expect,
    request,
    row.got,
    scopeOf(({ got }) => got),
  );
  if (row.wanted === undefined) return fails;
  return (
    fails &&
    !isFailing(
      expect,
      request,
      row.wanted,
      scopeOf(({ wanted }) => wanted),
    )
  );
}

function isFailing(expect: Expectation, request: Request, response: Response, scope: Record<string, unknown>): boolean {
  const parsed = jsonOf(response);
  try {
    fill(expect, scope);
    return differencesOf(expect, request, { response, json: isDeep(parsed) ? undefined : parsed }, scope).length > 0;
  } catch (error) {
    if (error instanceof ExpressionError) return false;
    throw error;
  }
}

function scopeOfNames({ wallets, markets }: Names): Record<string, unknown> {
  const known = Object.entries(wallets).map(([name, { address, apiKey }]) => [name, { address, apiKey }]);
  return { wallets: Object.fromEntries(known), markets };
}
