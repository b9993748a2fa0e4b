/** conformance/properties/relations/batches: the response to a batch is that to its parts, in any order. */
import fc from 'fast-check';
import { isObject, type JsonObject, listAt, objectsIn, textAt } from '../../../base/json.ts';
import { pointerTo } from '../../../base/json-pointer.ts';
import { clauseOf } from '../../../spec/clauses/clause-of.ts';
import { isSuccess } from '../../../wire/message.ts';
import { type CheckContext, type ClauseId, type Exchange, type Expectation, SameAs } from '../../check.ts';
import { type Claim, isTrue } from '../../checks/assertions.ts';
import { boundTokens, readTokens } from '../../checks/books/batch.ts';
import { sendGet } from '../../checks/definition.ts';
import { type Property, property } from '../property.ts';
import { inSeries, readPair } from '../steady-pair.ts';

/** The names of two parts of a batch, and the order in which the whole batch names them. */
type Case = { readonly parts: readonly [readonly string[], readonly string[]]; readonly whole: readonly string[] };

type Batch = Readonly<{
  route: 'books' | 'prices' | 'holders';
  clause: ClauseId;
  names: (context: CheckContext) => readonly string[];
  read: (context: CheckContext, names: readonly string[]) => Promise<Exchange>;
  /** The responses to the parts, as an expectation of the response to the whole. */
  joined: (parts: readonly Exchange[]) => Expectation;
}>;

const NAMES_MAX = 40;
const PART_MAX = 4;

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

async function judgeBatch(context: CheckContext, { clause, read, joined }: Batch, { parts, whole }: Case) {
  const because = 'the parts of the batch get these';
  const claim = (of: Exchange, responses: readonly Exchange[]): Claim => ({ of, must: joined(responses), because });
  const reads = {
    left: () => inSeries(parts.map((part) => () => read(context, part))),
    right: () => read(context, whole),
  };
  const pair = await readPair(context, reads, (left, right) => isTrue(claim(right, left.responses)));
  if (pair === undefined || !pair.left.responses.every(isSuccess)) return;
  context.judge({ clauses: clause, ...claim(pair.right, pair.left.responses) });
}

function rowsOf(parts: readonly Exchange[]): Expectation {
  const rows = parts.flatMap((part) =>
    objectsIn(part.json).map((_, at) => ({ $sameView: new SameAs(part, `/${at}`) })),
  );
  return { status: '2xx', body: { $all: [{ $length: rows.length }, { $contains: rows }] } };
}

function entriesOf(parts: readonly Exchange[]): Expectation {
  const pointersIn = ({ json }: Exchange) => Object.keys(isObject(json) ? json : {}).map((key) => pointerTo('', key));
  const entries = parts.flatMap((part) => pointersIn(part).map((at) => [at, { $sameView: new SameAs(part, at) }]));
  return { status: '2xx', at: Object.fromEntries(entries) };
}

/** Groups with holders: whether a token without holders has a group is open. */
function groupsOf(parts: readonly Exchange[]): Expectation {
  const isHeld = (group: JsonObject) => listAt(group, 'holders').length > 0 && textAt(group, 'token') !== undefined;
  const groups = parts.flatMap((part) =>
    objectsIn(part.json).flatMap((group, at) => (isHeld(group) ? [{ $sameView: new SameAs(part, `/${at}`) }] : [])),
  );
  return { status: '2xx', body: { $contains: groups } };
}

const byToken = (route: 'books' | 'prices', joined: Batch['joined']): Batch => ({
  route,
  clause: clauseOf(route, 'per-token'),
  names: (context) => boundTokens(context, NAMES_MAX),
  read: (context, tokens) => readTokens(context, route, tokens),
  joined,
});

const BATCHES: readonly Batch[] = [
  byToken('books', rowsOf),
  byToken('prices', entriesOf),
  {
    route: 'holders',
    clause: clauseOf('holders', 'market.groups'),
    names: ({ bindings }) => bindings.heldMarkets.slice(0, NAMES_MAX),
    // All holders of every token that has any.
    read: (context, markets) => sendGet(context, 'holders', { market: markets.join(','), minBalance: '0' }),
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
