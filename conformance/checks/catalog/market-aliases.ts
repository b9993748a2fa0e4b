/** conformance/checks/catalog/market-aliases: both names of a parameter of `GET /markets` filter alike (4.11). */
import { clauseOf, type SubjectWith } from '../../../spec/clauses/clause-of.ts';
import type { Check, CheckContext } from '../../check.ts';
import { judgeSame } from '../agreement.ts';
import { check } from '../definition.ts';
import { eventFilter, ownFilter, tagFilter } from './market-filter-values.ts';
import { type Filter, judgeFilter, listMarkets } from './market-list.ts';

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
