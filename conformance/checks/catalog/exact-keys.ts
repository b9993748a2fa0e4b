/** conformance/checks/catalog/exact-keys: a prefix of a slug or condition id finds no entity (4.11, 4.12, 4.20). */
import { textAt } from '../../../base/json.ts';
import { clauseOf, type RouteOf, routesWith } from '../../../spec/clauses/clause-of.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { Check } from '../../check.ts';
import { bodyLike, fieldLike, refusal } from '../assertions.ts';
import { check } from '../definition.ts';
import { namesFor, sendPath } from '../requests.ts';
import { listMarkets } from './market-list.ts';

const beginningOf = (key: string | undefined): string => (key ?? '').slice(0, -1);

function entityCheck(route: RouteOf<'slug.match'>): Check {
  const clause = clauseOf(route.id, 'slug.match');
  return check(route.id, 'slug.whole', {
    title: 'the beginning of a slug does not find the whole',
    clauses: [clause],
    kind: 'error',
    async run(context) {
      const beginning = beginningOf(namesFor(route, context.bindings)[0]);
      if (beginning === '') context.notTestable('the slug has one character', 'bind another entity');
      const response = await sendPath(context, route.id, beginning);
      if (isSuccess(response)) context.judge(fieldLike(clause, response, '/slug', beginning));
      else context.judge(refusal(clause, response, `${beginning} is only the beginning of a slug`));
    },
  });
}

function filterCheck(name: 'slug' | 'conditionId'): Check {
  const clause = clauseOf('markets', `${name}.filter`);
  return check('markets', `${name}.whole`, {
    title: `the beginning of a ${name} does not find the whole`,
    clauses: [clause],
    kind: 'filter',
    needs: ['market'],
    async run(context) {
      const beginning = beginningOf(textAt(context.bindings.markets[0], name));
      if (beginning === '') context.notTestable(`the ${name} has one character`, 'bind another market');
      const response = await listMarkets(context, { [name]: beginning });
      // A refusal is allowed: a prefix of a condition id is not a condition id.
      const body = { $every: { [name]: beginning } };
      if (isSuccess(response)) context.judge(bodyLike(clause, response, body));
      else context.judge(refusal(clause, response, `${beginning} is only the beginning of a ${name}`));
    },
  });
}

export const exactKeyChecks = [
  ...routesWith('slug.match').map(entityCheck),
  filterCheck('slug'),
  filterCheck('conditionId'),
];
