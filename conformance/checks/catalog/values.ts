/** conformance/checks/catalog/values: query values that a decision defines: unknown, repeated, spelled otherwise. */
import { objectsIn, textAt } from '../../../base/json.ts';
import type { RouteId } from '../../../spec/route.ts';
import { routeById } from '../../../spec/routes.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { Check, ClauseId } from '../../check.ts';
import { judgeSame, refusal, success } from '../assertions.ts';
import { check, refusedQueryCheck, sampleRequest, sendSample } from '../definition.ts';
import { eventOf } from '../rows.ts';
import { NO_CONDITION } from '../unknown-names.ts';
import { listMarkets, marketsOfEvents } from './market-list.ts';

const catalog: readonly RouteId[] = [
  'markets',
  'market-by-slug',
  'comment-replies',
  'profile',
  'event',
  'event-by-slug',
  'event-creators',
];
const trading: readonly RouteId[] = ['trading-market', 'trading-settings', 'sampling-markets', 'simplified-markets'];

function unknownCheck(id: RouteId, clause: ClauseId): Check {
  const route = routeById(id);
  return check(id, 'unknown-parameter', {
    title: 'a parameter that the route does not list is ignored',
    clauses: [clause],
    kind: 'error',
    cost: { [id]: 3 },
    async run(context) {
      const reads = {
        left: () => sendSample(context, route),
        right: () => sendSample(context, route, { flavour: 'lime' }),
      };
      await judgeSame(context, clause, reads, 'a parameter that the route does not list is ignored');
    },
  });
}

function repeatedCheck(id: 'markets' | 'event-creators' | 'comment-replies'): Check {
  const clause = 'D/repeated-parameters.scalar';
  const route = routeById(id);
  return check(id, 'limit.repeated', {
    title: 'limit given twice is refused',
    clauses: [clause],
    kind: 'error',
    async run(context) {
      const request = sampleRequest(route, context.bindings);
      const response = await context.send({ ...request, query: 'limit=2&limit=3' });
      context.fact(
        'repeated-parameter',
        isSuccess(response) ? `${objectsIn(response.json).length} of 2 and 3` : 'refused',
      );
      context.judge(refusal(clause, response, 'limit is given twice'));
    },
  });
}

const conflict = check('markets', 'alias-conflict', {
  title: 'two names of one parameter with different values are refused',
  clauses: ['D/alias-conflict'],
  kind: 'error',
  needs: ['market'],
  cost: { markets: 4 },
  async run(context) {
    const [first] = context.bindings.markets;
    const [named] = marketsOfEvents(context);
    const pairs = [
      { tag_slug: 'one', tag: 'another' },
      { event_slug: textAt(eventOf(named), 'slug') ?? '', eventSlug: 'another' },
      { conditionId: textAt(first, 'conditionId') ?? '', condition_id: NO_CONDITION },
    ];
    for (const query of pairs) {
      const response = await listMarkets(context, query);
      context.judge(refusal('D/alias-conflict', response, `${Object.keys(query).join(' and ')} disagree`));
    }
    const slug = textAt(eventOf(named), 'slug') ?? '';
    const agreed = await listMarkets(context, { event_slug: slug, eventSlug: slug });
    context.judge(success('D/alias-conflict', agreed, 'both names have one value'));
  },
});

const spellings: readonly (readonly [string, string])[] = [
  ['digit', '1'],
  ['capitals', 'TRUE'],
  ['empty', ''],
];

function booleanCheck(id: 'markets' | 'event-creators', [what, value]: readonly [string, string]): Check {
  const name = id === 'markets' ? 'closed' : 'ascending';
  const title = `${name}=${value} is refused, because booleans are true and false`;
  const definition = { title, clauses: ['D/boolean-spelling.catalog'] } as const;
  const why = `"${value}" is neither true nor false`;
  return refusedQueryCheck(id, `${name}.spelled-${what}`, definition, { [name]: value }, why);
}

const momentFields = [
  'createdAt',
  'updatedAt',
  'startDate',
  'endDate',
  'creationDate',
  'end_date_iso',
  'game_start_time',
  'accepting_order_timestamp',
];
const momentRoutes: readonly RouteId[] = ['markets', 'event', 'profile', 'comment-replies', 'trading-market'];

function momentCheck(id: RouteId): Check {
  const clause = 'D/empty-moments.iso-utc';
  const route = routeById(id);
  return check(id, 'moments-utc', {
    title: 'moments are written in UTC with a Z, in one spelling',
    clauses: [clause],
    kind: 'shape',
    async run(context) {
      const response = await sendSample(context, route);
      // Few markets have a game, so all known markets count.
      const known = id === 'trading-market' ? context.bindings.conditions : [];
      const rows = [
        ...(Array.isArray(response.json) ? objectsIn(response.json) : objectsIn([response.json])),
        ...known,
      ];
      const texts = rows.flatMap((row) => momentFields.map((field) => textAt(row, field) ?? ''));
      const moments = texts.filter((text) => text !== '');
      if (moments.length === 0) context.notTestable('no moment is shown', 'give the target rows with moments');
      const spelling = (text: string) => text.replace(/\d+/g, (digits) => '0'.repeat(digits.length));
      const wrong = moments.find((text) => !text.endsWith('Z') || spelling(text) !== spelling(moments[0] ?? ''));
      context.fact('moments', spelling(moments[0] ?? ''));
      const fault =
        wrong === undefined ? undefined : { expected: `UTC with a Z, spelled as ${moments[0]}`, actual: wrong };
      context.judgeBy(clause, response, fault, 'the spellings of all moments are compared');
    },
  });
}

export const catalogValueChecks = [
  ...catalog.map((id) => unknownCheck(id, 'D/unknown-parameters.catalog')),
  ...trading.map((id) => unknownCheck(id, 'D/unknown-parameters.trading')),
  ...(['markets', 'event-creators', 'comment-replies'] as const).map(repeatedCheck),
  conflict,
  ...(['markets', 'event-creators'] as const).flatMap((id) => spellings.map((spelling) => booleanCheck(id, spelling))),
  ...momentRoutes.map(momentCheck),
];
