/** backtest/data/market-identity: one market of all its names, once all sources are read: a catalog may come last. */
import {
  type Catalog,
  type CatalogMarket,
  type CatalogStatement,
  joinedResolution,
  type Origin,
  TokenNames,
} from './catalog.ts';
import type { DefectLog } from './defects.ts';
import { MarketGroups } from './market-groups.ts';

export type Identity = Readonly<{
  names: TokenNames;
  catalog: readonly CatalogMarket[];
  /** By the numbers that the sources were read with: the numbers in `names`. */
  tokenOf: Int32Array;
  marketOf: Int32Array;
}>;

/** Names that cannot belong to one market, and outcome words without a token, count as lost. */
export function identify(read: TokenNames, catalog: Catalog, defects: DefectLog): Identity {
  const statements = catalog.statements();
  const groups = groupsOf(read, statements, defects);
  const words = outcomeIds(read, statements, groups, defects);
  const nameOf = (group: string, otherwise: string) => groups.nameOf(group) ?? otherwise;
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
  const listed = [...joined.values()].sort((a, b) => (a.market < b.market ? -1 : 1));
  return { names, catalog: listed.map((market) => catalog.withEvent(market)), tokenOf, marketOf };
}

const NOWHERE: Origin = { source: '', row: 0 };

function groupsOf(read: TokenNames, statements: readonly CatalogStatement[], defects: DefectLog): MarketGroups {
  const listed = new Set(statements.flatMap(({ stated }) => stated.tokens.map(({ token }) => token)));
  const groups = new MarketGroups((name) => read.has(name) || listed.has(name));
  const lose = (what: string, names: readonly string[] | undefined, { source, row }: Origin) => {
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
  const tokens = new Map((known?.tokens ?? []).map((token) => [token.token, token]));
  for (const { token, outcome } of stated.tokens) {
    if (ids.has(token) || lost.has(token)) continue;
    tokens.set(token, { token, outcome: outcome || (tokens.get(token)?.outcome ?? '') });
  }
  const joined = { ...known, ...stated, market, tokens: [...tokens.values()] };
  if (resolution === undefined) return joined;
  const { winner } = resolution;
  if (winner !== undefined && lost.has(winner)) return joined;
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

type Words = {
  /** The ids of tokens that were named by outcomes. */
  readonly ids: ReadonlyMap<string, string>;
  /** Tokens that were named by outcomes and have no id, in markets whose tokens have ids. */
  readonly lost: ReadonlySet<string>;
};

type Member = { readonly token: string; readonly word: string | undefined };

function outcomeIds(
  read: TokenNames,
  statements: readonly CatalogStatement[],
  groups: MarketGroups,
  defects: DefectLog,
): Words {
  const outcomes = new Map<string, string>();
  for (const { stated } of statements) {
    for (const { token, outcome } of stated.tokens) outcomes.set(token, outcome || (outcomes.get(token) ?? ''));
  }
  const members = [...new Set([...read.tokens, ...outcomes.keys()])].map((token) => ({
    token,
    group: groups.ofToken(token),
    word: wordOf(token, groups),
  }));
  const ids = new Map<string, string>();
  const lost = new Set<string>();
  for (const group of Map.groupBy(members, ({ group: own }) => own).values()) {
    matchWords(group, outcomes, { ids, lost });
  }
  countLost(read, statements, { ids, lost }, defects);
  return { ids, lost };
}

function wordOf(token: string, groups: MarketGroups): string | undefined {
  const colon = token.lastIndexOf(':');
  const isWord = colon > 0 && groups.ofMarket(token.slice(0, colon)) === groups.ofToken(token);
  return isWord ? token.slice(colon + 1).toLowerCase() : undefined;
}

function matchWords(
  members: readonly Member[],
  outcomes: ReadonlyMap<string, string>,
  { ids, lost }: { readonly ids: Map<string, string>; readonly lost: Set<string> },
) {
  const named = members.filter(({ word }) => word === undefined);
  if (named.length === 0) return;
  const outcomeOf = ({ token }: Member) => (outcomes.get(token) ?? '').trim().toLowerCase();
  for (const { token, word } of members) {
    const found = named.find((member) => member.token !== token && outcomeOf(member) === (word ?? token.toLowerCase()));
    if (found !== undefined) ids.set(token, found.token);
    // Beside one id that is the other outcome, the word is the only name of its token.
    else if (word !== undefined && (named.length > 1 || !['yes', 'no'].includes(outcomeOf(named[0] as Member))))
      lost.add(token);
  }
}

function countLost(read: TokenNames, statements: readonly CatalogStatement[], { lost }: Words, log: DefectLog) {
  if (lost.size === 0) return;
  const remedy = 'the other sources name its tokens by ids, and no catalog says which id has this outcome';
  for (const { token, source, row } of read.statements) {
    if (lost.has(token)) log.add('lost-token', source, row, `${token}: ${remedy}`);
  }
  for (const { stated, origin } of statements) {
    const winner = stated.resolution?.winner;
    if (winner === undefined || !lost.has(winner)) continue;
    log.add('lost-resolution', origin.source, origin.row, `${winner}: ${remedy}`);
  }
}
