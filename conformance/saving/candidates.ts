/**
 * conformance/saving/candidates: what a story may expect of its last answer, the best first: what the clause and the check say in
 * general, then what the faithful simulator answers instead. Each fails the answer of the target, and passes that of the
 * simulator, where it is known.
 */

import { createCast } from '../../scenarios/recording/cast.ts';
import { vocabularyOf } from '../../scenarios/recording/scenario-of.ts';
import type { Expectation } from '../../wire/pattern/expectation.ts';
import type { Sighting } from '../execution/history.ts';
import type { Bench } from './bench.ts';
import { comparablePlaces, isSameRow } from './comparable.ts';
import type { Compared, Row } from './comparing.ts';
import { expectationsOf } from './expectations.ts';
import { isFitting } from './fitting.ts';
import type { Material } from './material.ts';
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
  bench: Bench,
): readonly Candidate[] {
  const at = rows.findIndex(({ place }) => place === material.cited);
  const { pointer = '', expected } = sighting.deviation;
  const isSame = SAMENESS.test(expected) || /\.(?:same|walk|views|match|aligned)$/.test(sighting.clause);
  const inquiry: Inquiry = { clause: sighting.clause, isSame, rows, material, bench };
  const told = toldAt(inquiry, at, pointer);
  const compared = told.filter(isComparing);
  const later = bench.isSameWorld && isSame && compared.length === 0 ? toldAfter(rows, at, pointer) : [];
  const here = [
    ...fitting(inquiry, at, expectationsOf(sighting).map(plain)),
    ...fitting(inquiry, at, compared).slice(0, COMPARED_MAX),
    ...later.flatMap(({ row, ...telling }) => fitting(inquiry, row, [telling])),
    ...fitting(
      inquiry,
      at,
      told.filter((telling) => !isComparing(telling)),
    ),
  ];
  return here.length > 0 ? here : candidatesElsewhere(inquiry, at);
}

/** What all questions about one finding have in common. */
type Inquiry = {
  readonly clause: string;
  /** It is about two answers that have to agree. */
  readonly isSame: boolean;
  readonly rows: readonly Row[];
  readonly material: Material;
  readonly bench: Bench;
};

function plain(expect: Expectation): Telling {
  return { expect, sources: [] };
}

/** Of the first other answer of which there are any: those that came later, then those before, from the nearest on. */
function candidatesElsewhere(inquiry: Inquiry, at: number): readonly Candidate[] {
  const others = inquiry.rows.flatMap(({ isPlayed }, index) => (isPlayed && index !== at ? [index] : []));
  for (const index of [...others.filter((other) => other > at), ...others.filter((other) => other < at).reverse()]) {
    const found = fitting(inquiry, index, toldAt(inquiry, index, ''));
    if (found.length > 0) return found;
  }
  return [];
}

/** What the simulator's answers tell of the one at `index`. */
function toldAt(
  { clause, isSame, rows, material, bench }: Inquiry,
  index: number,
  pointer: string,
): readonly Telling[] {
  const { wallets, markets } = bench.names;
  const vocabulary = vocabularyOf(createCast(wallets, []), markets);
  const pairs = pairsUntil(rows, index);
  if (bench.isSameWorld) return tellingsOf(pairs, { pointer, isSame }, vocabulary);
  const isMeant = bench.sharesDecisions ? comparablePlaces(rows, index, material, vocabulary) : undefined;
  if (isMeant !== undefined) return tellingsOf(pairs, { pointer, isSame, isMeant }, vocabulary);
  if (!PAGING.test(clause)) return [];
  return tellingsOf(pairs, { pointer, isSame }, vocabulary).filter((telling) =>
    isOfPages(telling, rows, index, material),
  );
}

/** It holds a row of a page against the same row of another page. */
function isOfPages({ expect, sources }: Telling, rows: readonly Row[], index: number, { pool }: Material): boolean {
  const requestOf = (row: number | undefined) => pool[rows[row ?? -1]?.place ?? -1]?.request;
  const [source] = sources;
  const [at] = Object.keys(expect.at ?? {});
  const [earlier, later] = [requestOf(source?.pair), requestOf(index)];
  if (source === undefined || at === undefined || earlier === undefined || later === undefined) return false;
  return isSameRow(earlier, source.pointer, later, at);
}

/** Those of the tellings that tell the answer at `index` from a sound one. */
function fitting(
  { rows, material, bench }: Inquiry,
  index: number,
  tellings: readonly Telling[],
): readonly Candidate[] {
  const row = rows[index];
  const request = material.pool[row?.place ?? -1]?.request;
  if (row === undefined || request === undefined) return [];
  const fit = tellings.filter((telling) => isFitting(telling, rows, row, request, bench.names));
  return fit.map(({ expect, sources }) => ({
    judged: row.place,
    expect,
    kept: sources.map(({ pair, ...source }) => ({ ...source, place: rows[pair]?.place ?? 0 })),
  }));
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
