/** backtest/data/outcome-words: tokens that a source calls by an outcome (`MARKET:Yes`), and their other ids. */
import type { CatalogStatement } from './catalog.ts';
import type { DefectLog } from './defects.ts';
import type { MarketGroups } from './market-groups.ts';
import type { TokenNames } from './token-names.ts';

export type Words = {
  /** The ids of tokens that were named by outcomes. */
  readonly ids: ReadonlyMap<string, string>;
  /** Tokens that were named by outcomes and have no id, in markets whose tokens have ids. */
  readonly lost: ReadonlySet<string>;
};

type Member = { readonly token: string; readonly word: string | undefined };

export function outcomeIds(
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
): void {
  const named = members.filter(({ word }) => word === undefined);
  if (named.length === 0) return;
  const outcomeOf = ({ token }: Member): string => (outcomes.get(token) ?? '').trim().toLowerCase();
  for (const { token, word } of members) {
    const found = named.find((member) => member.token !== token && outcomeOf(member) === (word ?? token.toLowerCase()));
    if (found !== undefined) ids.set(token, found.token);
    // Beside one id that is the other outcome, the word is the only name of its token.
    else if (word !== undefined && (named.length > 1 || !isYesOrNo(outcomeOf(named[0] as Member)))) lost.add(token);
  }
}

function isYesOrNo(outcome: string): boolean {
  return outcome === 'yes' || outcome === 'no';
}

function countLost(read: TokenNames, statements: readonly CatalogStatement[], { lost }: Words, log: DefectLog): void {
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
