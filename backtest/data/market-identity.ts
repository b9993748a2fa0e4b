/** backtest/data/market-identity: one market of all its names, once all sources are read: a catalog may come last. */
import {
  type Catalog,
  type CatalogMarket,
  type CatalogStatement,
  type CatalogToken,
  joinedResolution,
} from './catalog.ts';
import type { DefectLog } from './defects.ts';
import { MarketGroups } from './market-groups.ts';
import { outcomeIds, type Words } from './outcome-words.ts';
import { type Origin, TokenNames } from './token-names.ts';

export type Identity = {
  readonly names: TokenNames;
  readonly catalog: readonly CatalogMarket[];
  /** By the numbers that the sources were read with: the numbers in `names`. */
  readonly tokenOf: Int32Array;
  readonly marketOf: Int32Array;
};

/** Names that cannot belong to one market, and outcome words without a token, count as lost. */
export function identify(read: TokenNames, catalog: Catalog, defects: DefectLog): Identity {
  const statements = catalog.statements();
  const groups = groupsOf(read, statements, defects);
  const words = outcomeIds(read, statements, groups, defects);
  const nameOf = (group: string, otherwise: string): string => groups.nameOf(group) ?? otherwise;
  const names = new TokenNames();
  const marketOf = new Int32Array(read.markets.length);
  const tokenOf = Int32Array.from(read.tokens, (token, number) => {
    const market = read.marketOf[number] as number;
    const name = nameOf(groups.ofToken(token), read.markets[market] as string);
    const found = names.number(name, words.ids.get(token) ?? token, NOWHERE);
    marketOf[market] = names.marketOf[found] as number;
    return found;
  });
  const joined = new Map<string, CatalogMarket>();
  for (const statement of statements) {
    const market = nameOf(groups.ofMarket(statement.stated.market), statement.stated.market);
    joined.set(market, joinedMarket(joined.get(market), { market, ...statement }, words, defects));
  }
  const listed = [...joined.values()].sort((a, b) => (a.market < b.market ? -1 : a.market > b.market ? 1 : 0));
  return { names, catalog: listed.map((market) => catalog.withEvent(market)), tokenOf, marketOf };
}

const NOWHERE: Origin = { source: '', row: 0 };

function groupsOf(read: TokenNames, statements: readonly CatalogStatement[], defects: DefectLog): MarketGroups {
  const listed = new Set(statements.flatMap(({ stated }) => stated.tokens.map(({ token }) => token)));
  const groups = new MarketGroups((name) => read.has(name) || listed.has(name));
  const lose = (what: string, names: readonly string[] | undefined, { source, row }: Origin): void => {
    if (names === undefined) return;
    defects.add('lost-token', source, row, `${what} belongs to two markets, ${names.map(shortened).join(' and ')}`);
  };
  for (const statement of read.statements) {
    const { market, token } = statement;
    lose(`the token ${shortened(token)}`, groups.joinToken(market, token), statement);
  }
  for (const { stated, origin } of statements) {
    const { market, conditionId, tokens } = stated;
    if (conditionId !== undefined) {
      lose(`the condition id ${shortened(conditionId)}`, groups.joinMarkets(market, conditionId), origin);
    }
    for (const { token } of tokens) lose(`the token ${shortened(token)}`, groups.joinToken(market, token), origin);
  }
  return groups;
}

function joinedMarket(
  known: CatalogMarket | undefined,
  { market, stated: { resolution, ...stated }, origin }: CatalogStatement & { readonly market: string },
  { ids, lost }: Words,
  defects: DefectLog,
): CatalogMarket {
  const tokens = new Map<string, CatalogToken>((known?.tokens ?? []).map((token) => [token.token, token]));
  for (const { token, outcome } of stated.tokens) {
    if (ids.has(token) || lost.has(token)) continue;
    tokens.set(token, { token, outcome: outcome || (tokens.get(token)?.outcome ?? '') });
  }
  const joined = { ...known, ...stated, market, tokens: [...tokens.values()] };
  if (resolution?.winner !== undefined && lost.has(resolution.winner)) return joined;
  if (resolution === undefined) return joined;
  const { winner } = resolution;
  const own = winner === undefined ? resolution : { ...resolution, winner: ids.get(winner) ?? winner };
  const settled = joinedResolution(known?.resolution, own);
  if (settled !== undefined) return { ...joined, resolution: settled };
  defects.add('lost-resolution', origin.source, origin.row, `the sources state two outcomes of ${shortened(market)}`);
  return joined;
}

/** Ids have up to 78 digits: a message shows where they begin. */
export function shortened(name: string): string {
  return name.length > 24 ? `${name.slice(0, 20)}...` : name;
}
