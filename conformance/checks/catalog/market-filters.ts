/** conformance/checks/catalog/market-filters: each filter of `GET /markets` alone, one check for each meaning (4.11) */
import { flagAt, textAt } from '../../../base/json.ts';
import { clauseOf, type SubjectWith } from '../../../spec/clauses/clause-of.ts';
import type { Role } from '../../bindings.ts';
import type { Check, CheckContext } from '../../check.ts';
import { check } from '../definition.ts';
import { eventFilter, ownFilter, tagFilter } from './market-filter-values.ts';
import { type Filter, judgeFilter, listMarkets } from './market-list.ts';

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
async function judgeOther(context: CheckContext, flag: Flag, value: boolean): Promise<void> {
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
