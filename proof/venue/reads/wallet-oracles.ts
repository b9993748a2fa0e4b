/** proof/venue/reads/wallet-oracles: oracles for reads of wallets: positions, activity, holders. */
import { OUTCOMES } from '../oracle/differential.ts';
import { firstOf } from '../oracle/invariant.ts';
import { type FoldOracle, near, same, total } from './findings.ts';
import { priceOf } from './market-model.ts';
import { conditionId } from './plain-world.ts';
import { currentOf, feedOf, holdersIn, marketsOf, rowsOf, tokensOf, userOf, walletsOf } from './reads.ts';
import { deedsOf, holdersOf, positionsOf } from './wallet-model.ts';

export const balances: FoldOracle = (service) =>
  firstOf(walletsOf(service), (wallet) => {
    const sizes = new Map(currentOf(service, wallet).map((row) => [row.asset, row.size]));
    return firstOf(tokensOf(service), ({ market, outcome }) => {
      const { free, reserved } = service.world.venue.tokens(wallet, market, outcome);
      const shown = sizes.get(`${conditionId(market)}:${outcome}`) ?? 0;
      return same(`size of wallet ${wallet} in ${market}:${outcome}`, shown, (free + reserved) / 1e6);
    });
  });

export const accounts: FoldOracle = (service) =>
  firstOf(walletsOf(service), (wallet) => {
    const rows = new Map(rowsOf(service, wallet).map((row) => [row.asset, row]));
    const model = positionsOf(service.world.venue.log, wallet);
    if (rows.size !== model.length) return `wallet ${wallet} has ${rows.size} positions, not ${model.length}`;
    return firstOf(model, ({ market, outcome, ...expected }) => {
      const asset = `${conditionId(market)}:${outcome}`;
      const row = rows.get(asset);
      if (row === undefined) return `wallet ${wallet} has no position in ${asset}`;
      return (
        same(`timestamp of ${asset}`, row.timestamp, Math.floor(expected.at / 1000)) ??
        firstOf(['size', 'avgPrice', 'totalBought', 'realizedPnl'] as const, (name) =>
          near(`${name} of ${asset}`, row[name], expected[name], 2e-5),
        )
      );
    });
  });

/** The values of a position follow the formulas of the decisions, at the price of its market. */
export const values: FoldOracle = (service) =>
  firstOf(walletsOf(service), (wallet) =>
    firstOf(rowsOf(service, wallet), (row) => {
      const market = marketsOf(service).find((index) => conditionId(index) === row.conditionId) ?? 0;
      const outcome = row.outcomeIndex === 0 ? 0 : 1;
      const { log } = service.world.venue;
      const percent = row.initialValue === 0 ? 0 : (100 * row.cashPnl) / row.initialValue;
      const realized = row.totalBought === 0 ? 0 : (100 * row.realizedPnl) / row.totalBought;
      const other = service.world.venue.tokens(wallet, market, outcome === 0 ? 1 : 0);
      const isResolved = log.some((event) => event.kind === 'market-resolved' && event.market === market);
      return (
        near('curPrice', row.curPrice, priceOf(log, market, outcome), 1e-9) ??
        near('initialValue', row.initialValue, row.size * row.avgPrice, 5e-6) ??
        near('currentValue', row.currentValue, row.size * row.curPrice, 5e-6) ??
        near('cashPnl', row.cashPnl, row.currentValue - row.initialValue, 5e-6) ??
        near('percentPnl', row.percentPnl, percent, 5e-6) ??
        near('percentRealizedPnl', row.percentRealizedPnl, realized, 5e-6) ??
        same('redeemable', row.redeemable, isResolved && row.size > 0) ??
        same('mergeable', row.mergeable, row.size > 0 && other.free + other.reserved > 0)
      );
    }),
  );

/** The feed has the effects of the plain model, newest first, each with the value of its size at its price. */
export const feed: FoldOracle = (service) =>
  firstOf(walletsOf(service), (wallet) => {
    const entries = feedOf(service, wallet);
    const late = entries.findIndex((entry, index) => (entries[index - 1]?.timestamp ?? Infinity) < entry.timestamp);
    if (late !== -1) return `entry ${late} of wallet ${wallet} is newer than the one before`;
    const wrong = entries.find((entry) => Math.abs(entry.usdcSize - entry.size * entry.price) > 2e-6);
    if (wrong !== undefined) return `${wrong.usdcSize} dollars for ${wrong.size} shares at ${wrong.price}`;
    const model = deedsOf(service.world.venue.log, wallet);
    const kinds = new Set([...model, ...entries].map(({ type, side }) => `${type} ${side}`));
    return firstOf(kinds, (kind) => {
      const isKind = (item: { readonly type: string; readonly side: string }) => `${item.type} ${item.side}` === kind;
      const own = entries.filter(isKind);
      const deeds = model.filter(isKind);
      return firstOf(tokensOf(service), ({ market, outcome }) => {
        const asset = `${conditionId(market)}:${outcome}`;
        const shown = own.filter((entry) => entry.asset === asset);
        const done = deeds.filter((deed) => deed.market === market && deed.outcome === outcome);
        const shares = [total(shown, ({ size }) => size), total(done, ({ size }) => size)] as const;
        const dollars = [total(shown, ({ usdcSize }) => usdcSize), total(done, ({ cash }) => cash)] as const;
        const seconds = done.map(({ at }) => ({ timestamp: Math.floor(at / 1e3) }));
        const name = `${kind} of wallet ${wallet} in ${asset}`;
        return (
          near(`shares of ${name}`, ...shares, 5e-6) ??
          near(`dollars of ${name}`, ...dollars, 5e-5) ??
          same(`moments of ${name}`, moments(shown), moments(seconds))
        );
      });
    });
  });

export const ranking: FoldOracle = (service) =>
  firstOf(marketsOf(service), (market) => {
    const groups = holdersIn(service, conditionId(market));
    return firstOf(OUTCOMES, (outcome) => {
      const shown = groups[outcome]?.holders ?? [];
      const model = holdersOf(service.world.venue.log, market, outcome);
      if (shown.some(({ amount }, at) => amount > (shown[at - 1]?.amount ?? Infinity)))
        return `holders of ${market} are not in order`;
      if (shown.length !== model.size) return `${shown.length} holders of ${market}:${outcome}, not ${model.size}`;
      return firstOf(model, ([wallet, size]) => {
        const row = shown.find(({ proxyWallet }) => proxyWallet === userOf(service, wallet));
        return near(`amount of wallet ${wallet} in ${market}:${outcome}`, row?.amount ?? 0, size, 5e-6);
      });
    });
  });

/** The distinct seconds of entries, oldest first. */
function moments(entries: readonly { readonly timestamp: number }[]) {
  return [...new Set(entries.map(({ timestamp }) => timestamp))].sort((a, b) => a - b).join();
}
