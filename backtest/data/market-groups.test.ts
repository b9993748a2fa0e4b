/** backtest/data/market-groups tests: the name of a market that has several. */
import { expect, it } from 'vitest';
import { MarketGroups } from './market-groups.ts';

it.each([
  ['a slug before the others', ['77', '0xAB', 'rain'], 'rain'],
  ['a condition id before a number', ['77', '0xAB'], '0xAB'],
  ['a number before a token', ['yes-token', '77'], '77'],
])('is %s', (_, names, expected) => {
  const groups = new MarketGroups((name) => name.endsWith('-token'));
  for (const name of names.slice(1)) expect(groups.joinMarkets(names[0] ?? '', name)).toBeUndefined();
  expect(groups.nameOf(groups.ofMarket(names[0] ?? ''))).toBe(expected);
});
