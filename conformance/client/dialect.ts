/** conformance/client/dialect: wallets that sign as the profile of a run requires. */
import { flagAt, listAt, objectsIn, textAt } from '../../base/json.ts';
import { loadProfile } from '../../spec/profile.ts';
import type { Bindings, Wallet } from '../check.ts';

/** The tokens of markets of negative risk, as far as the run has read them. */
export type NegRiskTokens = Set<string>;

/** The wallets in the dialect of the profile; unchanged for a profile of the interface. */
export function walletsOf(
  profile: string | undefined,
  wallets: readonly Wallet[],
  negRisk: NegRiskTokens = new Set(),
): readonly Wallet[] {
  const { clob, auth } = profile === undefined ? { clob: undefined, auth: undefined } : loadProfile(profile);
  if (clob === undefined || auth === undefined) return wallets;
  const { contracts, cancelField } = clob;
  const dialect = { prefix: auth.prefix, contracts, cancelField, isNegRisk: (token: string) => negRisk.has(token) };
  return wallets.map((wallet) => ({ ...wallet, dialect }));
}

export function negRiskTokens({
  conditions,
  writeMarkets,
}: Pick<Bindings, 'conditions' | 'writeMarkets'>): readonly string[] {
  const listed = conditions
    .filter((market) => flagAt(market, 'neg_risk') === true)
    .flatMap((market) => objectsIn(listAt(market, 'tokens')).flatMap((token) => textAt(token, 'token_id') ?? []));
  return [...listed, ...writeMarkets.flatMap(({ isNegRisk, tokenIds }) => (isNegRisk === true ? tokenIds : []))];
}
