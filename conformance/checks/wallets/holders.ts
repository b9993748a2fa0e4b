/**
 * conformance/checks/wallets/holders: top holders by market: groups, ranks, limits, balances, and every wallet with a
 * position (2.4, 4.10).
 */

import { flagAt, type JsonObject, numberAt, objectsIn, textAt, textOrEmpty } from '../../../base/json.ts';
import { keysOf } from '../../../base/record.ts';
import { routeById } from '../../../spec/routes.ts';
import { isSuccess, type Query } from '../../../wire/message.ts';
import { isAtLeast, withoutNoise } from '../../../wire/pattern/closeness.ts';
import { type CheckContext, type Exchange, SameAs } from '../../check.ts';
import { bodyLike, everyRow, isSameCaseless, judgeRows, tokenIdsOf, unreadable } from '../assertions.ts';
import { check, countLimited, sendGet, sendPath } from '../definition.ts';
import { amountsOf, containsEach, EVERYBODY, HELD, type Holders, heldGroups, readHolders } from './page.ts';
import { justAbove } from './position-filters.ts';

/** The holders of the first bound market, and its tokens. */
async function readFirst(context: CheckContext, query: Query = {}) {
  const market = context.bindings.heldMarkets[0] ?? '';
  const holders = await readHolders(context, [market], query);
  return { ...holders, market, tokens: tokenIdsOf((await sendPath(context, 'trading-market', market)).json) };
}

const TOO_MANY = '1000000000000';

export const holderDecisionChecks = [
  check('holders', 'asset', {
    title: 'token is a token id of the market, asset the condition id with the outcome index',
    clauses: ['D/holder-asset.token', 'D/holder-asset.asset'],
    cost: { holders: 1, 'trading-market': 1 },
    async run(context: CheckContext) {
      const { market, tokens, response, groups } = await readFirst(context);
      if (groups.length === 0) return;
      const asset = { $joined: { at: '/asset', of: [`${market}:`, '/outcomeIndex'] } };
      judgeRows(context, response, {
        'D/holder-asset.token': { token: { $in: tokens } },
        'D/holder-asset.asset': { holders: { $every: asset } },
      });
    },
  }),
  check('holders', 'empty-groups', {
    title: 'both tokens of a market have a group, even if no holder is large enough',
    clauses: ['D/holders-groups'],
    cost: { holders: 1, 'trading-market': 1 },
    async run(context: CheckContext) {
      const { tokens, response } = await readFirst(context, { minBalance: TOO_MANY });
      const empty = tokens.map((token) => ({ token, holders: [] }));
      context.judge(bodyLike('D/holders-groups', response, { $unordered: empty }));
    },
  }),
];

/** The rows of each group together. */
const GROUP = {
  '4.10/ranked': { holders: { $sorted: { by: '/amount', order: 'desc' } } },
  '2.4/holders.one-outcome': { holders: { $all: [{ $alike: '/asset' }, { $alike: '/outcomeIndex' }] } },
  '2.4/holders.unique': { holders: { $unique: { by: '/proxyWallet', fold: 'address' } } },
};

/** Judges `limit=1` on one market and on two; `held` has the patterns of the groups of each of them. */
async function judgeLimit(context: CheckContext, markets: readonly string[], held: readonly (readonly JsonObject[])[]) {
  const { response: one } = await readHolders(context, markets.slice(0, 1), { limit: '1' });
  const { response: pair } = await readHolders(context, markets, { limit: '1' });
  context.verified('4.10/limit.accepted');
  context.judge(everyRow('4.10/limit.cut', one, { holders: { $length: { $lte: 1 } } }));
  const each = containsEach(held.flatMap((groups) => (groups.length === 0 ? [] : [{ $any: groups }])));
  context.judge(bodyLike('4.10/limit.per-market', pair, each, 'each market has holders'));
  context.fact('holders.limit', countLimited(routeById('holders'), one) === 1 ? 'per market' : 'per token');
}

/** The pattern of a body with the holders of each group that have at least this balance. */
function keeps({ response, groups }: Holders, least: number): JsonObject {
  const kept = groups.map((group) => {
    const amounts = amountsOf(group);
    // A balance with noise is below the bound for a service that keeps the noise.
    const fewest = amounts.filter((amount) => amount >= least).length;
    const count = amounts.filter((amount) => isAtLeast(amount, least)).length;
    const holders = { $length: { $in: [count, fewest] } };
    return { pattern: { token: new SameAs(response, `/${group.at}/token`), holders }, fewest };
  });
  const present = kept.filter(({ fewest }) => fewest > 0).map(({ pattern }) => pattern);
  return { $all: [{ $every: { $any: kept.map(({ pattern }) => pattern) } }, containsEach(present)] };
}

/** Markets requested at once, and positions looked up. */
const MARKETS = 5;
const POSITIONS = 3;
const MOST = 500;

/** Positions of the bound wallets in open markets, largest first, each of another wallet. */
async function samplePositions(context: CheckContext): Promise<readonly JsonObject[]> {
  const found: JsonObject[] = [];
  for (const user of context.bindings.wallets.slice(0, POSITIONS)) {
    const response = await sendGet(context, 'positions', { user, limit: '50' });
    const row = objectsIn(response.json).find((position) => flagAt(position, 'redeemable') === false);
    if (row !== undefined) found.push(row);
  }
  return found;
}

/** The pattern of the holder with a position, or of the position of a holder. */
function sameHolder(row: JsonObject): JsonObject {
  const wallet = { $caseless: textOrEmpty(row, 'proxyWallet') };
  return { proxyWallet: wallet, outcomeIndex: numberAt(row, 'outcomeIndex') };
}

const whole = check('holders', 'positions-listed', {
  title: 'a wallet with a position in a market is among its holders',
  clauses: ['4.10/amount.position'],
  needs: ['wallet'],
  cost: { positions: POSITIONS, holders: POSITIONS },
  async run(context: CheckContext) {
    for (const position of await samplePositions(context)) {
      const { response, groups } = await readHolders(context, [textOrEmpty(position, 'conditionId')], EVERYBODY);
      if (!isSuccess(response) || groups.flatMap(({ holders }) => holders).length >= MOST) continue;
      context.judge(
        bodyLike(
          '4.10/amount.position',
          response,
          { $contains: [{ holders: { $contains: [sameHolder(position)] } }] },
          `the wallet holds ${numberAt(position, 'size')}`,
        ),
      );
    }
  },
});

/** Holders of less than one share in the bound markets, with the market of each. */
async function smallHolders(context: CheckContext): Promise<readonly SmallHolder[]> {
  const found: SmallHolder[] = [];
  for (const market of context.bindings.heldMarkets.slice(0, MARKETS)) {
    const { groups } = await readHolders(context, [market], EVERYBODY);
    const holders = groups.flatMap((group) => group.holders);
    const small = holders.filter((holder) => isBelowOne(numberAt(holder, 'amount')));
    found.push(...small.map((holder) => ({ market, holder })));
  }
  return found.slice(0, POSITIONS);
}

/** Wallets that hold less than one share by their trades, without those that split, merged or redeemed there. */
async function smallBuyers(context: CheckContext): Promise<readonly SmallHolder[]> {
  const open = new Set(
    context.bindings.markets.flatMap((row) =>
      flagAt(row, 'closed') === false ? (textAt(row, 'conditionId') ?? []) : [],
    ),
  );
  const found: SmallHolder[] = [];
  for (const user of context.bindings.activeWallets.slice(0, POSITIONS)) {
    const entries = objectsIn((await sendGet(context, 'activity', { user, limit: String(MOST) })).json);
    const groups = Map.groupBy(
      entries,
      (entry) => `${textAt(entry, 'conditionId')} ${numberAt(entry, 'outcomeIndex')}`,
    );
    for (const group of groups.values()) {
      const market = textOrEmpty(group[0], 'conditionId');
      const amount = group.reduce((sum, entry) => sum + signOf(entry) * (numberAt(entry, 'size') ?? 0), 0);
      const isTraded = entries.every(
        (entry) => textAt(entry, 'conditionId') !== market || textAt(entry, 'type') === 'TRADE',
      );
      if (!open.has(market) || !isTraded || !isBelowOne(amount)) continue;
      found.push({
        market,
        holder: { proxyWallet: user, outcomeIndex: numberAt(group[0], 'outcomeIndex') ?? 0, amount },
      });
    }
  }
  return found.slice(0, POSITIONS);
}

const signOf = (entry: JsonObject) => (textAt(entry, 'side') === 'SELL' ? -1 : 1);

type SmallHolder = { readonly market: string; readonly holder: JsonObject };

const isBelowOne = (amount: number | undefined) => amount !== undefined && amount > 0.01 && amount < 1;

const small = check('positions', 'sizeThreshold.holders', {
  title: 'sizeThreshold=0 lists a position of less than one share that holders or purchases show',
  clauses: ['4.8/sizeThreshold.filter'],
  kind: 'filter',
  needs: ['held-market'],
  cost: { holders: 2 * MARKETS, activity: 2 * POSITIONS, positions: 4 * POSITIONS },
  async run(context: CheckContext) {
    const first = await firstMissing(context);
    // A cached view may be late.
    const again = first?.isMissing === true ? await pausedAgain(context) : first;
    if (again === undefined)
      context.notTestable(
        'no bound market has a holder of less than one share, and no bound wallet bought so few',
        'name such a market in the target file',
      );
    context.judge(
      bodyLike(
        '4.8/sizeThreshold.filter',
        again.response,
        { $contains: [sameHolder(again.holder)] },
        `the holders of the market, or the purchases of the wallet, show ${numberAt(again.holder, 'amount')} shares`,
      ),
    );
  },
});

/** A holder, the positions of its wallet in the market, and whether they lack it. */
type Sought = { readonly response: Exchange; readonly holder: JsonObject; readonly isMissing: boolean };

/** The first holder that its positions lack, or the last one that they have. */
async function firstMissing(context: CheckContext): Promise<Sought | undefined> {
  let sought: Sought | undefined;
  for (const { market, holder } of [...(await smallHolders(context)), ...(await smallBuyers(context))]) {
    const user = textOrEmpty(holder, 'proxyWallet');
    const response = await sendGet(context, 'positions', { user, market, sizeThreshold: '0' });
    if (!isSuccess(response)) continue;
    sought = { response, holder, isMissing: !objectsIn(response.json).some((row) => isOf(holder, row)) };
    if (sought.isMissing) return sought;
  }
  return sought;
}

function isOf(holder: JsonObject, row: JsonObject) {
  return (
    isSameCaseless(textAt(holder, 'proxyWallet'), textAt(row, 'proxyWallet')) &&
    numberAt(holder, 'outcomeIndex') === numberAt(row, 'outcomeIndex')
  );
}

async function pausedAgain(context: CheckContext): Promise<Sought | undefined> {
  await context.settled(['positions', 'holders'], true);
  await context.pause(2_000);
  return await firstMissing(context);
}

export const holderChecks = [
  check('holders', 'groups', {
    title: 'each token of the market has one ranked group, with each wallet once',
    clauses: [...keysOf(GROUP), '2.4/token.unique', '2.4/token.of-market'],
    kind: 'ordering',
    cost: { holders: 1, 'trading-market': 1 },
    async run(context: CheckContext) {
      const market = context.bindings.heldMarkets[0] ?? '';
      const { response, groups } = await readHolders(context, [market], EVERYBODY);
      if (groups.length > 0) context.judge(bodyLike('2.4/token.unique', response, { $unique: '/token' }));
      if (groups.some(({ holders }) => holders.length > 1)) judgeRows(context, response, GROUP);
      const tokens = tokenIdsOf((await sendPath(context, 'trading-market', market)).json);
      if (tokens.includes('')) unreadable(context, 'trading-market', 'token_id');
      if (groups.length > 0) context.judge(everyRow('2.4/token.of-market', response, { token: { $in: tokens } }));
    },
  }),
  check('holders', 'markets', {
    title: 'a comma-separated list of markets returns the groups of each, and limit counts per market',
    clauses: [
      '4.10/market.groups',
      '4.10/market.accepted',
      '4.10/limit.per-market',
      '4.10/limit.accepted',
      '4.10/limit.cut',
    ],
    kind: 'filter',
    cost: { holders: 5 },
    async run(context: CheckContext) {
      const [first, second] = context.bindings.heldMarkets;
      if (first === undefined || second === undefined)
        context.notTestable('fewer than two markets with holders are known', 'name two in the target file');
      const alone = [await readHolders(context, [first]), await readHolders(context, [second])];
      const both = await readHolders(context, [first, second]);
      const expected = alone.flatMap(heldGroups);
      context.verified('4.10/market.accepted');
      const each = { $all: [{ $count: { of: HELD, is: expected.length } }, containsEach(expected)] };
      context.judge(bodyLike('4.10/market.groups', both.response, each));
      await judgeLimit(context, [first, second], alone.map(heldGroups));
    },
  }),
  check('holders', 'minBalance.filter', {
    title: 'minBalance keeps wallets with at least that balance',
    clauses: ['4.10/minBalance.filter', '4.10/minBalance.accepted'],
    kind: 'filter',
    cost: { holders: 3 },
    async run(context) {
      const market = context.bindings.heldMarkets.slice(0, 1);
      const whole = await readHolders(context, market, EVERYBODY);
      const all = whole.groups.flatMap(amountsOf).toSorted((a, b) => a - b);
      const different = [...new Set(all.map(withoutNoise))];
      const bound = different[Math.floor(different.length / 2)] ?? 0;
      if (!Number.isFinite(bound) || all.every((amount) => isAtLeast(amount, bound)) || all.length >= 500) {
        context.notTestable(
          'the holders of the market cannot verify a bound',
          'name a market with several different balances in the target file',
        );
      }
      context.verified('4.10/minBalance.accepted');
      for (const least of [bound, justAbove(bound)]) {
        const { response } = await readHolders(context, market, { ...EVERYBODY, minBalance: String(least) });
        const body = keeps(whole, least);
        context.judge(bodyLike('4.10/minBalance.filter', response, body, `minBalance is ${least}`));
      }
    },
  }),
  check('holders', 'market.several', {
    title: `the response includes the last of up to ${MARKETS} comma-separated markets`,
    clauses: ['4.10/market.groups'],
    kind: 'filter',
    cost: { holders: 2 },
    async run(context) {
      const markets = context.bindings.heldMarkets.slice(0, MARKETS);
      if (markets.length < 3)
        context.notTestable('fewer than three markets with holders are known', 'name some in the target file');
      const last = heldGroups(await readHolders(context, markets.slice(-1), EVERYBODY));
      const { response } = await readHolders(context, markets, EVERYBODY);
      context.judge({
        clauses: '4.10/market.groups',
        of: response,
        must: { status: '2xx', body: containsEach(last) },
        because: `these are of the last of ${markets.length} markets`,
      });
    },
  }),
  whole,
  small,
];
