/** conformance/checks/trading/catalog: the trading market compared with its catalog market (1, 2.10, 2.13, 3). */
import { objectsIn, textAt, textOrEmpty } from '../../../base/json.ts';
import { isSuccess } from '../../../wire/message.ts';
import { type Exchange, type Expectation, SameAs } from '../../check.ts';
import { type Claim, fieldsOf, judgeAgreement, objectOf, textsInside, unreadable } from '../assertions.ts';
import { FLAGS, slugOf, viewCheck } from '../catalog/market-views.ts';
import { sendPath } from '../definition.ts';

const SAMPLES = 6;

/** Clauses about the tokens of a market, and whether their order counts. */
const TOKEN_CLAUSES = [
  ['2.13/token_id.same', false],
  ['1/token.id', false],
  ['2.5/outcomes.aligned', true],
] as const;

/** A catalog market has the tokens of the trading market, in any order; with `inOrder` each has its outcome. */
function tokensOf(trading: Exchange, inOrder: boolean): Expectation {
  const tokens = objectsIn(objectOf(trading)['tokens']).map((_, index) => ({
    id: new SameAs(trading, `/tokens/${index}/token_id`),
    name: new SameAs(trading, `/tokens/${index}/outcome`),
  }));
  if (!inOrder || tokens.length > 2)
    return { at: { '/clobTokenIds': { $json: { $unordered: tokens.map(({ id }) => id) } } } };
  const listing = (list: typeof tokens) => ({
    clobTokenIds: { $json: list.map(({ id }) => id) },
    outcomes: { $json: list.map(({ name }) => name) },
  });
  return { body: { $any: [listing(tokens), listing(tokens.toReversed())] } };
}

/** The names of a market that the two views call differently, in the catalog and in the trading market. */
const NAMES = [
  ['questionID', 'question_id'],
  ['slug', 'market_slug'],
] as const;

/** The names of the trading market, if it has any, are those of the catalog. */
function sameNames(catalog: Exchange, trading: Exchange): Claim {
  const named = NAMES.filter(([name]) => textAt(catalog.json, name));
  const patterns = named.map(([name, field]) => [
    field,
    { $any: ['', null, { $agrees: new SameAs(catalog, `/${name}`) }] },
  ]);
  return { of: trading, must: { body: Object.fromEntries(patterns) } };
}

export const tradingCatalogCheck = viewCheck('trading-market', 'catalog-same', {
  title: 'the trading market agrees with the catalog market',
  clauses: [
    '2.10/catalog.same',
    '2.10/catalog.names',
    '3/flags.views',
    '2.13/token_id.same',
    '2.5/outcomes.aligned',
    '1/market.condition-id',
    '1/token.id',
  ],
  cost: { 'market-by-slug': 2 * SAMPLES, 'trading-market': SAMPLES },
  async compare(context, market) {
    const right = () => sendPath(context, 'trading-market', textOrEmpty(market, 'conditionId'));
    const seen = await right();
    if (!isSuccess(seen)) return;
    const same = (fields: readonly string[]) => (catalog: Exchange, trading: Exchange) => ({
      of: trading,
      must: { body: fieldsOf(catalog, '', fields) },
    });
    // Either view may leave the long text empty.
    const texts = ['question', 'icon', 'image', ...(textAt(seen.json, 'description') === '' ? [] : ['description'])];
    const reads = { left: () => sendPath(context, 'market-by-slug', slugOf(market)), right, seen };
    const { left: catalog, right: trading } = await judgeAgreement(context, reads, [
      { clause: '2.10/catalog.same', states: same([...texts, ...FLAGS]) },
      { clause: '2.10/catalog.names', states: sameNames },
      { clause: '3/flags.views', states: same(FLAGS) },
      { clause: '1/market.condition-id', states: same(['question']) },
    ]);
    const lists = ['clobTokenIds', 'outcomes'].map((field) => textsInside(objectOf(catalog), field));
    if (lists.includes(undefined)) unreadable(context, 'market-by-slug', 'outcomes and clobTokenIds');
    for (const [clause, inOrder] of TOKEN_CLAUSES) {
      const because = 'the trading market has these tokens';
      context.judge({ clauses: clause, of: catalog, must: tokensOf(trading, inOrder), because });
    }
  },
});
