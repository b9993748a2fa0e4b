/** conformance/checks/wallets/holders-whole: holders (4.10) of every requested market: every wallet that has any. */
import { flagAt, type JsonObject, numberAt, objectsIn, textAt } from '../../../base/json.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { CheckContext, Exchange } from '../../check.ts';
import { bodyLike } from '../assertions.ts';
import { check, sendGet } from '../definition.ts';
import { isSameCaseless } from '../rows.ts';
import { containsEach, EVERYBODY, heldGroups, readHolders } from './page.ts';

/** Markets requested at once, and positions looked up. */
const MARKETS = 5;
const POSITIONS = 3;
const MOST = 500;

const several = check('holders', 'market.several', {
  title: `the response includes the last of up to ${MARKETS} comma-separated markets`,
  clauses: ['4.10/market.groups'],
  kind: 'filter',
  cost: { holders: 2 },
  async run(context: CheckContext) {
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

/** The pattern of the holder with a position, or of the position of a holder. */
function sameHolder(row: JsonObject): JsonObject {
  const wallet = { $caseless: textAt(row, 'proxyWallet') ?? '' };
  return { proxyWallet: wallet, outcomeIndex: numberAt(row, 'outcomeIndex') };
}

const whole = check('holders', 'positions-listed', {
  title: 'a wallet with a position in a market is among its holders',
  clauses: ['4.10/amount.position'],
  needs: ['wallet'],
  cost: { positions: POSITIONS, holders: POSITIONS },
  async run(context: CheckContext) {
    for (const position of await samplePositions(context)) {
      const { response, groups } = await readHolders(context, [textAt(position, 'conditionId') ?? ''], EVERYBODY);
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
    const user = textAt(holder, 'proxyWallet') ?? '';
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

export const wholeHolderChecks = [several, whole, small];
