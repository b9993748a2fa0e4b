/** proof/venue/reads/list-claims: claims that holders and trades are those of a plain scan (4.6, 4.10). */
import { MICRO } from '../../../base/units.ts';
import { builderTrades } from '../../../sim/routes/own-lists.ts';
import { holders } from '../../../sim/routes/wallets.ts';
import type { Service } from '../../../sim/service.ts';
import { BuilderTrade } from '../../../spec/resources/order.ts';
import type { HolderGroup } from '../../../spec/resources/wallet-data.ts';
import { type Claim, listOf, numberOf } from '../oracle/claim.ts';
import { OUTCOMES } from '../oracle/differential.ts';
import { firstOf } from '../oracle/invariant.ts';
import { mismatch } from '../oracle/run-comparison.ts';
import { okBody } from './calls.ts';
import { conditionId, tokenId } from './plain-world.ts';
import { checkAtEnd } from './read-run.ts';

type Query = Readonly<Record<string, string>>;

/** Holders are the largest balances of the venue. Choices: markets, limit, minBalance. */
export const holdersRanked: Claim = (run) =>
  checkAtEnd(run, (service) => {
    const markets = listOf(run.choices, 'markets').map(Number);
    const [limit, minBalance] = [numberOf(run.choices, 'limit'), numberOf(run.choices, 'minBalance')];
    const query = { market: markets.map(conditionId).join(','), limit: String(limit), minBalance: String(minBalance) };
    const groups = okBody('holders', holders, service, { query }) as HolderGroup[];
    const shown = groups.map(({ token, holders: list }) => ({
      token,
      holders: list.map((holder) => [holder.proxyWallet, holder.amount]),
    }));
    if (shown.some((group) => group.holders.length > 1)) run.note('rows');
    return mismatch(
      'holders',
      shown,
      markets.flatMap((market) => largest(service, market, limit, minBalance)),
    );
  });

function largest({ world }: Service, market: number, limit: number, minBalance: number): readonly unknown[] {
  const rows = world.accounts.flatMap(({ index, address }) =>
    OUTCOMES.map((outcome) => {
      const { free, reserved } = world.venue.tokens(index, market, outcome);
      return { address, outcome, amount: (free + reserved) / MICRO };
    }),
  );
  const top = rows
    .filter((row) => row.amount > 0 && row.amount >= minBalance)
    .sort((a, b) => b.amount - a.amount || (a.address < b.address ? -1 : 1))
    .slice(0, limit);
  return OUTCOMES.map((outcome) => ({
    token: tokenId(market, outcome),
    holders: top.filter((row) => row.outcome === outcome).map((row) => [row.address, row.amount]),
  }));
}

/** Filters of trades return the matching trades of the first page. Choices: queries. */
export const tradesFiltered: Claim = (run) =>
  checkAtEnd(run, (service) => {
    const page = (query: Query): readonly BuilderTrade[] =>
      BuilderTrade.array().parse(okBody('builder-trades', builderTrades, service, { query }));
    const rows = page({});
    return firstOf(listOf(run.choices, 'queries'), (text) => {
      const query = Object.fromEntries(new URLSearchParams(String(text)));
      const shown = page(query);
      if (shown.length > 0) run.note('rows');
      const expected = rows.filter((row) => isFound(row, query));
      return mismatch(`trades of ${text}`, shown, expected);
    });
  });

function isFound(row: BuilderTrade, query: Query) {
  const { maker_address: maker, market, asset_id: asset, before, after } = query;
  return (
    (maker === undefined || row.maker_address.toLowerCase() === maker.toLowerCase()) &&
    (market === undefined || row.market === market) &&
    (asset === undefined || row.asset_id === asset) &&
    (before === undefined || row.match_time < momentOf(before)) &&
    (after === undefined || row.match_time > momentOf(after))
  );
}

/** The moment in the format of trades, whose texts sort by time. */
function momentOf(seconds: string) {
  return new Date(Number(seconds) * 1_000).toISOString();
}
