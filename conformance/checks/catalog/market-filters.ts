/** conformance/checks/catalog/market-filters: each filter of `GET /markets` alone, under both of its names (4.11) */

import { flagAt, textAt } from '../../../base/json.ts';
import { clauseOf, type SubjectWith } from '../../../spec/clauses/clause-of.ts';
import type { Role } from '../../bindings.ts';
import type { Check, CheckContext } from '../../check.ts';
import { judgeSame } from '../assertions.ts';
import { check } from '../definition.ts';
import { eventFilter, type Filter, judgeFilter, listMarkets, ownFilter, tagFilter } from './market-list.ts';

type Flag = 'active' | 'closed' | 'archived';

function filterCheck(
  name: SubjectWith<'markets', 'filter'> & SubjectWith<'markets', 'accepted'>,
  aspect: string,
  needs: readonly Role[],
  filterOf: (context: CheckContext) => Filter,
): Check {
  const [filter, accepted] = [clauseOf('markets', `${name}.filter`), clauseOf('markets', `${name}.accepted`)];
  return check('markets', `${name}.${aspect}`, {
    title: `${name} keeps the markets that satisfy it${aspect === 'filter' ? '' : `: ${aspect}`}`,
    clauses: [filter, accepted],
    kind: 'filter',
    needs: ['market', ...needs],
    cost: { markets: 1, 'market-by-slug': 1 },
    run: (context) => judgeFilter(context, { filter, accepted }, filterOf(context)),
  });
}

function flagCheck(flag: Flag, value: boolean): Check {
  const plain = filterCheck(flag, String(value), [], () => ({
    query: { [flag]: String(value) },
    pattern: { [flag]: value },
  }));
  return {
    ...plain,
    cost: { ...plain.cost, markets: 2 },
    async run(context) {
      await judgeOther(context, flag, value);
      await plain.run(context);
    },
  };
}

/** A market with the other flag is left out, at any position of the list. */
async function judgeOther(context: CheckContext, flag: Flag, value: boolean) {
  const other = context.bindings.markets.find((market) => flagAt(market, flag) === !value);
  if (other === undefined) return;
  const slug = textAt(other, 'slug') ?? '';
  const response = await listMarkets(context, { [flag]: String(value), slug });
  const must = { body: { $not: { $contains: [{ [flag]: !value }] } } };
  context.judge({ clauses: clauseOf('markets', `${flag}.filter`), of: response, must, because: `${flag}=${value}` });
}

export const marketFilterChecks = [
  ...(['active', 'closed', 'archived'] as const).flatMap((flag) => [flagCheck(flag, true), flagCheck(flag, false)]),
  filterCheck('tag_slug', 'filter', ['event'], (context) => tagFilter(context, 'tag_slug')),
  filterCheck('tag_id', 'filter', ['event'], (context) => tagFilter(context, 'tag_id')),
  filterCheck('event_id', 'filter', [], (context) => eventFilter(context, 'event_id')),
  filterCheck('event_slug', 'filter', [], (context) => eventFilter(context, 'event_slug')),
  filterCheck('conditionId', 'filter', [], (context) => ownFilter(context, 'conditionId')),
  filterCheck('slug', 'filter', [], (context) => ownFilter(context, 'slug')),
];

type Naming = {
  readonly name: SubjectWith<'markets', 'alias'>;
  readonly alias: string;
  readonly filterOf: (context: CheckContext) => Filter;
};

function aliasCheck({ name, alias, filterOf }: Naming): Check {
  const clause = clauseOf('markets', `${name}.alias`);
  return check('markets', `${name}.alias`, {
    title: `${alias} is another name of ${name}`,
    clauses: [clause],
    kind: 'filter',
    needs: ['market', 'event'],
    cost: { markets: 4, 'market-by-slug': 1 },
    async run(context) {
      const filter = filterOf(context);
      await judgeFilter(context, { filter: clause }, filter);
      const value = filter.query[alias] ?? '';
      const reads = {
        left: () => listMarkets(context, { [name]: value }),
        right: () => listMarkets(context, { [alias]: value }),
      };
      await judgeSame(context, clause, reads, `it is another name of ${name}`);
    },
  });
}

export const marketAliasChecks: readonly Check[] = (
  [
    { name: 'tag_slug', alias: 'tag', filterOf: (context: CheckContext) => tagFilter(context, 'tag') },
    { name: 'event_slug', alias: 'eventSlug', filterOf: (context: CheckContext) => eventFilter(context, 'eventSlug') },
    {
      name: 'conditionId',
      alias: 'condition_id',
      filterOf: (context: CheckContext) => ownFilter(context, 'condition_id'),
    },
  ] satisfies readonly Naming[]
).map(aliasCheck);
