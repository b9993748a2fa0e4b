/**
 * conformance/checks/wallets/holders-whole: completeness of top holders (interface 4.10): every requested market, and every
 * wallet whose positions contain the token.
 */
import type { JsonObject } from '../../../spec/json.ts';
import { flagAt, listAt, numberAt, objectsIn, textAt } from '../../../spec/json.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { Check, CheckContext, Exchange } from '../../check.ts';
import { check } from '../definition.ts';
import { sendGet } from '../requests.ts';

/** Markets requested at once, and positions looked up. */
const MARKETS = 5;
const POSITIONS = 3;
const MOST = 500;

const askHolders = (context: CheckContext, markets: readonly string[]): Promise<Exchange> =>
  sendGet(context, 'holders', { market: markets.join(','), limit: String(MOST), minBalance: '0' });

const tokensOf = (response: Exchange): readonly string[] =>
  objectsIn(response.json)
    .filter((group) => listAt(group, 'holders').length > 0)
    .map((group) => textAt(group, 'token') ?? '');

const several = check('holders', 'market.several', {
  title: `the response includes the last of up to ${MARKETS} comma-separated markets`,
  clauses: ['4.10/market.groups'],
  kind: 'filter',
  cost: { holders: 2 },
  run: async (context: CheckContext) => {
    const markets = context.bindings.heldMarkets.slice(0, MARKETS);
    if (markets.length < 3)
      context.notTestable('fewer than three markets with holders are known', 'name some in the target file');
    const last = tokensOf(await askHolders(context, markets.slice(-1)));
    const response = await askHolders(context, markets);
    const missing = last.find((token) => !tokensOf(response).includes(token));
    context.expect('4.10/market.groups', isSuccess(response) && missing === undefined, response, {
      expected: `holders of token ${missing ?? last[0]}, of the last of ${markets.length} markets`,
      expectation: { body: { $contains: [{ token: missing ?? last[0] }] } },
      actual: `holders of ${tokensOf(response).length} tokens`,
    });
  },
});

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

/** True if the holder is the wallet of the position, in its outcome. */
function isHolder(holder: unknown, position: JsonObject): boolean {
  return (
    textAt(holder, 'proxyWallet')?.toLowerCase() === textAt(position, 'proxyWallet')?.toLowerCase() &&
    numberAt(holder, 'outcomeIndex') === numberAt(position, 'outcomeIndex')
  );
}

const whole = check('holders', 'positions-listed', {
  title: 'a wallet with a position in a market is among its holders',
  clauses: ['4.10/amount.position'],
  needs: ['wallet'],
  cost: { positions: POSITIONS, holders: POSITIONS },
  run: async (context: CheckContext) => {
    for (const position of await samplePositions(context)) {
      const response = await askHolders(context, [textAt(position, 'conditionId') ?? '']);
      const holders = objectsIn(response.json).flatMap((group) => listAt(group, 'holders'));
      if (!isSuccess(response) || holders.length >= MOST) continue;
      context.expect(
        '4.10/amount.position',
        holders.some((holder) => isHolder(holder, position)),
        response,
        {
          expected: `${textAt(position, 'proxyWallet')}, who holds ${numberAt(position, 'size')} of outcome ${numberAt(position, 'outcomeIndex')}`,
          actual: `${holders.length} other holders`,
        },
      );
    }
  },
});

/** Holders of less than one share in the bound markets, with the market of each. */
async function smallHolders(context: CheckContext): Promise<readonly SmallHolder[]> {
  const found: SmallHolder[] = [];
  for (const market of context.bindings.heldMarkets.slice(0, MARKETS)) {
    const groups = objectsIn((await askHolders(context, [market])).json);
    const holders = groups.flatMap((group) => objectsIn(listAt(group, 'holders')));
    const small = holders.filter((holder) => isBelowOne(numberAt(holder, 'amount')));
    found.push(...small.map((holder) => ({ market, holder })));
  }
  return found.slice(0, POSITIONS);
}

/**
 * Wallets that bought less than one share more than they sold, in open markets. Older entries than the feed has can only add to that. A
 * wallet that has split, merged or redeemed in the market is left out.
 */
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
      const market = textAt(group[0], 'conditionId') ?? '';
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

const signOf = (entry: JsonObject): number => (textAt(entry, 'side') === 'SELL' ? -1 : 1);

type SmallHolder = { readonly market: string; readonly holder: JsonObject };

const isBelowOne = (amount: number | undefined): boolean => amount !== undefined && amount > 0.01 && amount < 1;

const small = check('positions', 'sizeThreshold.holders', {
  title: 'sizeThreshold=0 lists a position of less than one share that holders or purchases show',
  clauses: ['4.8/sizeThreshold.filter'],
  kind: 'filter',
  needs: ['held-market'],
  cost: { holders: 2 * MARKETS, activity: 2 * POSITIONS, positions: 4 * POSITIONS },
  run: async (context: CheckContext) => {
    const missing = await firstMissing(context);
    // A cached view may be late.
    const again = missing.position === undefined ? missing : await pausedAgain(context);
    if (again.response === undefined)
      context.notTestable(
        'no bound market has a holder of less than one share, and no bound wallet bought so few',
        'name such a market in the target file',
      );
    context.expect('4.8/sizeThreshold.filter', again.position === undefined, again.response, {
      expected: `the position of ${numberAt(again.position, 'amount')} shares that the holders of the market, or the purchases of the wallet, show`,
      actual: `${objectsIn(again.response.json).length} other positions`,
      expectation: { body: { $contains: [{ outcomeIndex: numberAt(again.position, 'outcomeIndex') }] } },
    });
  },
});

/** The latest positions that were read, and the holder that they lack, if there is one. */
type Missing = { readonly response?: Exchange; readonly position?: JsonObject };

async function firstMissing(context: CheckContext): Promise<Missing> {
  let response: Exchange | undefined;
  for (const { market, holder } of [...(await smallHolders(context)), ...(await smallBuyers(context))]) {
    const user = textAt(holder, 'proxyWallet') ?? '';
    response = await sendGet(context, 'positions', { user, market, sizeThreshold: '0' });
    if (isSuccess(response) && !objectsIn(response.json).some((row) => isHolder(holder, row)))
      return { response, position: holder };
  }
  return response === undefined ? {} : { response };
}

async function pausedAgain(context: CheckContext): Promise<Missing> {
  await context.settled(['positions', 'holders'], true);
  await context.pause(2_000);
  return await firstMissing(context);
}

export const wholeHolderChecks: readonly Check[] = [several, whole, small];
