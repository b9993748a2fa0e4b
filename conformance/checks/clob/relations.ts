/** conformance/checks/clob/relations: the views of one token agree: book, prices, midpoint, spread, facts. */

import { listAt, textAt, textOrEmpty } from '../../../base/json.ts';
import type { Profile } from '../../../spec/profile.ts';
import { get, withJson } from '../../../wire/message.ts';
import { type Check, type CheckContext, type ClauseId, type Exchange, type Expectation, SameAs } from '../../check.ts';
import { fieldLike } from '../assertions.ts';
import { canonicalJson } from '../steady.ts';
import { acceptable, bookToken } from './requests.ts';
import { clobCheck, clobRoute } from './statements.ts';

const ATTEMPTS = 5;

/** Views of a token while its book did not change, without those refused, which another check judges. */
type Views = { readonly book: Exchange; readonly of: ReadonlyMap<string, Exchange> };

const number = (value: unknown) => Number(value);
const near = (value: number): unknown => ({ $number: { $near: value } });

async function steadyViews(context: CheckContext, token: string, names: readonly string[]): Promise<Views> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const book = await context.send(get('/book', { token_id: token }));
    const of = new Map<string, Exchange>();
    for (const name of names) of.set(name, await context.send(acceptable(clobRoute(`P/${name}`), context)));
    of.set('books', await context.send(withJson('POST', '/books', [{ token_id: token }])));
    of.set('sell', await context.send(get('/price', { token_id: token, side: 'SELL' })));
    of.set(
      'sides',
      await context.send(
        withJson('POST', '/prices', [
          { token_id: token, side: 'BUY' },
          { token_id: token, side: 'SELL' },
        ]),
      ),
    );
    const again = await context.send(get('/book', { token_id: token }));
    const served = new Map([...of].filter(([, { status }]) => status === 200));
    if (levelsOf(book) === levelsOf(again)) return { book, of: served };
  }
  return context.notTestable('the book changes between requests', 'judge a deployment with a calm market');
}

function levelsOf({ json }: Exchange) {
  return canonicalJson([listAt(json, 'bids'), listAt(json, 'asks')]);
}

function bestOf(context: CheckContext, { json }: Exchange): { readonly bid: number; readonly ask: number } {
  const prices = (side: string) => listAt(json, side).map((level) => number(textAt(level, 'price')));
  const [bids, asks] = [prices('bids'), prices('asks')];
  if (bids.length === 0 || asks.length === 0)
    context.notTestable('a side of the book is empty', 'judge a market with bids and asks');
  return { bid: Math.max(...bids), ask: Math.min(...asks) };
}

const SINGLES = ['tick-size', 'neg-risk', 'market-by-token', 'price', 'midpoint', 'spread', 'last-trade-price'];
const BATCHES = ['midpoints', 'spreads', 'last-trades-prices'];

const CLAUSES: readonly ClauseId[] = [
  'P/book.batch',
  'P/book.order',
  'P/tick-size.book',
  'P/neg-risk.book',
  'P/price.side',
  'P/midpoint.mean',
  'P/spread.difference',
  'P/midpoints.single',
  'P/spreads.single',
  'P/prices.single',
  'P/last-trades-prices.single',
  'P/market-by-token.market',
];

/** A judgement about one of the views; without an expectation if the view to compare with is missing. */
type Rule = readonly [clause: ClauseId, view: string, must: Expectation | undefined, because: string];

function rulesOf(
  token: string,
  { book, of }: Views,
  best: { bid: number; ask: number },
  profile: Profile,
): readonly Rule[] {
  const [buy, sell] = profile.buyPrice === 'best-bid' ? [best.bid, best.ask] : [best.ask, best.bid];
  const same = (at: string, name: string, pointer: string): Expectation | undefined => {
    const response = of.get(name);
    return response && { at: { [at]: new SameAs(response, pointer) } };
  };
  const last = of.get('last-trade-price');
  const trade = last && { token_id: token, price: new SameAs(last, '/price'), side: new SameAs(last, '/side') };
  const tick = { $near: number(textAt(book.json, 'tick_size')) };
  const tokens = ['/primary_token_id', '/secondary_token_id'].map((pointer) => ({ [pointer.slice(1)]: token }));
  return [
    ['P/tick-size.book', 'tick-size', { at: { '/minimum_tick_size': tick } }, 'the book has this step'],
    ['P/neg-risk.book', 'neg-risk', { at: { '/neg_risk': new SameAs(book, '/neg_risk') } }, 'the book has this flag'],
    ['P/price.side', 'price', { at: { '/price': near(buy) } }, `BUY is the ${profile.buyPrice.replace('-', ' ')}`],
    ['P/price.side', 'sell', { at: { '/price': near(sell) } }, 'SELL is the best price of the other side'],
    ['P/midpoint.mean', 'midpoint', { at: { '/mid': near((best.bid + best.ask) / 2) } }, 'it is the mean of both'],
    ['P/spread.difference', 'spread', { at: { '/spread': near(best.ask - best.bid) } }, 'it is the ask less the bid'],
    ['P/midpoints.single', 'midpoints', same(`/${token}`, 'midpoint', '/mid'), 'GET /midpoint has it'],
    ['P/spreads.single', 'spreads', same(`/${token}`, 'spread', '/spread'), 'GET /spread has it'],
    ['P/prices.single', 'sides', same(`/${token}/BUY`, 'price', '/price'), 'GET /price has it'],
    ['P/prices.single', 'sides', same(`/${token}/SELL`, 'sell', '/price'), 'GET /price has it'],
    [
      'P/last-trades-prices.single',
      'last-trades-prices',
      trade && { body: { $contains: [trade] } },
      'the single view has it',
    ],
    [
      'P/market-by-token.market',
      'market-by-token',
      { at: { '/condition_id': { $caseless: textOrEmpty(book.json, 'market') } } },
      'the book names it',
    ],
    [
      'P/market-by-token.market',
      'market-by-token',
      { body: { $any: tokens } },
      'the requested token is one of the two',
    ],
    ['P/book.batch', 'books', { body: [{ $sameView: new SameAs(book, '') }] }, 'GET /book has the same book'],
  ];
}

export function clobRelationChecks(profile: Profile): readonly Check[] {
  const agreement = clobCheck('views', {
    title: 'book, prices, midpoint, spread and facts of a token agree',
    clauses: CLAUSES,
    needs: ['book'],
    async run(context) {
      const token = bookToken(context);
      const views = await steadyViews(context, token, [...SINGLES, ...BATCHES]);
      if (views.book.status !== 200)
        context.notTestable('GET /book has no book of the token', 'see clob.book.response');
      const best = bestOf(context, views.book);
      const at = (side: 'bids' | 'asks', price: number): Expectation => {
        const last = listAt(views.book.json, side).length - 1;
        return { at: { [`/${side}/${last}/price`]: near(price) } };
      };
      context.judge({
        clauses: 'P/book.order',
        of: views.book,
        must: at('bids', best.bid),
        because: 'the best bid is the last',
      });
      context.judge({
        clauses: 'P/book.order',
        of: views.book,
        must: at('asks', best.ask),
        because: 'the best ask is the last',
      });
      for (const [clauses, name, must, because] of rulesOf(token, views, best, profile)) {
        const of = views.of.get(name);
        if (of !== undefined && must !== undefined) context.judge({ clauses, of, must, because });
      }
    },
  });
  return [agreement, historyCheck, versionCheck(profile)];
}

const historyCheck = clobCheck('prices-history.points', {
  title: 'the points of a price history rise in time, with prices from 0 to 1',
  clauses: ['P/prices-history.order'],
  needs: ['book'],
  async run(context) {
    const response = await context.send(
      get('/prices-history', { market: bookToken(context), interval: 'max', fidelity: '60' }),
    );
    const prices = { $every: { p: { $all: [{ $gte: 0 }, { $lte: 1 }] } } };
    const order = { $sorted: { by: '/t' } };
    context.judge(fieldLike('P/prices-history.order', response, '/history', { $all: [prices, order] }));
  },
});

function versionCheck({ clob }: Profile) {
  return clobCheck('version.two', {
    title: 'the version of the exchange is that of the orders of the profile',
    clauses: ['P/version.two'],
    async run(context) {
      const of = await context.send(get('/version'));
      context.judge(fieldLike('P/version.two', of, '/version', clob?.orderVersion ?? 2));
    },
  });
}
