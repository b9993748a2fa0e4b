import { expect, test } from 'vitest';
import { membersOf } from './members.ts';

test.each([
  ['found.market.slug == "a"', ['market'], false],
  ['found["market"].slug', ['market'], false],
  ["found['market']['slug'] + found.event.id", ['market', 'event'], false],
  ['has(found.trade) && size(last.body.filter(x, x.id == found.trade.id)) > 0', ['trade'], false],
  ['[1].map(x, found["holder"])', ['holder'], false],
  ['found[place].slug', [], true],
  ['found[found["market"].slug]', ['market'], true],
  ['size(found) > 0', [], true],
  ['keys(found).all(x, x != "")', [], true],
  ['found', [], true],
  ['last.found.market + "found.event"', [], false],
  ['last["found"]', [], false],
])('%s', (expression, names, any) => {
  const members = membersOf([expression], 'found');
  expect([...members.names]).toEqual(names);
  expect(members.any).toBe(any);
});
