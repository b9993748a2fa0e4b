/** conformance/properties/relations/batches: the response to a batch is that to its parts, in any order of its items. */
import fc from 'fast-check';
import type { JsonObject } from '../../../base/json.ts';
import { isObject, objectsIn, textAt } from '../../../base/json.ts';
import { pointerTo } from '../../../base/json-pointer.ts';
import { clauseOf } from '../../../spec/clauses/clause-of.ts';
import { get, isSuccess } from '../../../wire/message.ts';
import type { Expectation } from '../../../wire/pattern/expectation.ts';
import { type CheckContext, type ClauseId, type Exchange, SameAs } from '../../check.ts';
import { type Claim, isTrue } from '../../checks/assertions.ts';
import { askTokens, boundTokens } from '../../checks/books/batch.ts';
import { type Property, property } from '../property.ts';
import { inSeries, readPair } from '../steady-pair.ts';

type BatchRoute = 'books' | 'prices' | 'holders';

/** The names of two parts of a batch, and the order in which the whole batch names them. */
type Case = { readonly parts: readonly [readonly string[], readonly string[]]; readonly whole: readonly string[] };

type Batch = {
  readonly route: BatchRoute;
  readonly clause: ClauseId;
  readonly names: (context: CheckContext) => readonly string[];
  readonly ask: (context: CheckContext, names: readonly string[]) => Promise<Exchange>;
  /** The responses to the parts, as an expectation of the response to the whole. */
  readonly joined: (parts: readonly Exchange[]) => Expectation;
};

const NAMES_MAX = 40;
const PART_MAX = 4;

/** Two parts without common names, in any order. */
function casesOf(names: readonly string[]): fc.Arbitrary<Case> {
  const most = Math.min(names.length, 2 * PART_MAX);
  return fc
    .shuffledSubarray([...names], { minLength: 2, maxLength: most })
    .chain((drawn) =>
      fc
        .tuple(fc.integer({ min: 1, max: drawn.length - 1 }), fc.shuffledSubarray(drawn, { minLength: drawn.length }))
        .map(([cut, whole]): Case => ({ parts: [drawn.slice(0, cut), drawn.slice(cut)], whole })),
    );
}

async function judgeBatch(
  context: CheckContext,
  { clause, ask, joined }: Batch,
  { parts, whole }: Case,
): Promise<void> {
  const claim = (of: Exchange, responses: readonly Exchange[]): Claim => ({
    of,
    must: joined(responses),
    because: 'the parts of the batch get these',
  });
  const reads = {
    left: () => inSeries(parts.map((part) => () => ask(context, part))),
    right: () => ask(context, whole),
  };
  const pair = await readPair(context, reads, (left, right) => isTrue(claim(right, left.responses)));
  if (pair === undefined || !pair.left.responses.every(isSuccess)) return;
  context.judge({ clauses: clause, ...claim(pair.right, pair.left.responses) });
}

/** A list with the rows of the parts, in any order. */
function rowsOf(parts: readonly Exchange[]): Expectation {
  const places = parts.flatMap((part) => objectsIn(part.json).map((_, index) => new SameAs(part, `/${index}`)));
  const rows = places.map((place) => ({ $sameView: place }));
  return { status: '2xx', body: { $all: [{ $length: rows.length }, { $contains: rows }] } };
}

/** An object with the entries of the parts. */
function entriesOf(parts: readonly Exchange[]): Expectation {
  const places = parts.flatMap((part) =>
    Object.keys(isObject(part.json) ? part.json : {}).map((key) => [
      pointerTo('', key),
      { $sameView: new SameAs(part, pointerTo('', key)) },
    ]),
  );
  return { status: '2xx', at: Object.fromEntries(places) };
}

/** All holders of every token that has any. */
const holdersQuery = (markets: readonly string[]): Readonly<Record<string, string>> => ({
  market: markets.join(','),
  minBalance: '0',
});

/** Groups with holders: whether a token without holders has a group is open. */
function groupsOf(parts: readonly Exchange[]): Expectation {
  const hasHolders = (group: JsonObject): boolean => Array.isArray(group['holders']) && group['holders'].length > 0;
  const groups = parts.flatMap((part) =>
    objectsIn(part.json).flatMap((group, index) =>
      hasHolders(group) && textAt(group, 'token') !== undefined ? [new SameAs(part, `/${index}`)] : [],
    ),
  );
  return { status: '2xx', body: { $contains: groups.map((group) => ({ $sameView: group })) } };
}

const BATCHES: readonly Batch[] = [
  {
    route: 'books',
    clause: clauseOf('books', 'per-token'),
    names: (context) => boundTokens(context, NAMES_MAX),
    ask: (context, tokens) => askTokens(context, 'books', tokens),
    joined: rowsOf,
  },
  {
    route: 'prices',
    clause: clauseOf('prices', 'per-token'),
    names: (context) => boundTokens(context, NAMES_MAX),
    ask: (context, tokens) => askTokens(context, 'prices', tokens),
    joined: entriesOf,
  },
  {
    route: 'holders',
    clause: clauseOf('holders', 'market.groups'),
    names: ({ bindings }) => bindings.heldMarkets.slice(0, NAMES_MAX),
    ask: (context, markets) => context.send(get('/holders', holdersQuery(markets))),
    joined: groupsOf,
  },
];

function batchProperty(batch: Batch): Property {
  const { route, clause } = batch;
  return property<Case>({
    id: `relations.batch-${route}`,
    title: `a request for several ${route} gets what its parts get, in any order`,
    route,
    clauses: [clause],
    cost: { perCase: { [route]: 3 } },
    runs: 1,
    async open(context) {
      const names = batch.names(context);
      if (names.length < 2)
        context.notTestable('the target shows fewer than two of them', 'name more in the target file');
      return { arbitrary: casesOf(names), judge: (trial, drawn) => judgeBatch(trial, batch, drawn) };
    },
  });
}

export const batchProperties: readonly Property[] = BATCHES.map(batchProperty);
