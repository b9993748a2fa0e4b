/**
 * conformance/checks/catalog/errors: errors of catalog and market routes (7), and values that a decision defines:
 * empty, repeated, misspelled.
 */

import { objectsIn, textOrEmpty } from '../../../base/json.ts';
import { invariant } from '../../../base/result.ts';
import { clauseOf, type RouteWith, routesWith } from '../../../spec/clauses/clause-of.ts';
import { BAD_REQUEST, NOT_FOUND } from '../../../spec/errors.ts';
import { routeById } from '../../../spec/routes.ts';
import { get, isSuccess, type Request } from '../../../wire/message.ts';
import type { CheckContext, ClauseId, Exchange, Role, RouteId } from '../../check.ts';
import { eventOf, fieldLike, judgeSame, NO_CONDITION, refusal, success, valueAt } from '../assertions.ts';
import { check, pathOf, refusedQueryCheck, rolesFor, sampleRequest, sendGet, sendSample } from '../definition.ts';
import { SUBJECTS } from '../subjects.ts';
import { listMarkets, marketsOfEvents } from './market-list.ts';

/** The two conditions of section 7 that a caller can cause here. */
type Condition = 'bad-request' | 'not-found';

type Refused =
  | { readonly condition: 'bad-request'; readonly route: RouteWith<'error.bad-request'> }
  | { readonly condition: 'not-found'; readonly route: RouteWith<'error.not-found'> };

/** A request that a route must refuse, and why. */
type Probe = Refused &
  Readonly<{
    what: string;
    why: string;
    needs?: readonly Role[];
    request: (context: CheckContext) => Request;
    /** Further clauses that require the refusal. */
    also?: readonly ClauseId[];
    /** The decision that names the condition. */
    decided?: ClauseId;
  }>;

const at = (id: RouteId, value: string) => () => get(pathOf(routeById(id), value));

const UNKNOWN_DECIDED: Readonly<Partial<Record<RouteId, ClauseId>>> = {
  'comment-replies': 'D/entity-forms.comment.unknown',
  profile: 'D/entity-forms.profile.unknown',
  'trading-market': 'D/condition-form.unknown',
  'trading-settings': 'D/condition-form.unknown',
};

function unknown(id: RouteWith<'error.not-found'>): Probe {
  const decided = UNKNOWN_DECIDED[id];
  const { subject, pathParam } = routeById(id);
  invariant(subject !== 'none' && pathParam !== undefined, `the path of ${id} names a subject`);
  return {
    route: id,
    condition: 'not-found',
    what: 'unknown',
    why: `nothing has this ${pathParam.name}`,
    request: at(id, SUBJECTS[subject].unknown),
    ...(decided === undefined ? {} : { decided }),
  };
}

/** Each probe has one defect. */
const probes: readonly Probe[] = [
  ...(['markets', 'event-creators', 'comment-replies'] as const).map(
    (route): Probe => ({
      route,
      condition: 'bad-request',
      what: 'limit-text',
      why: 'limit is not a number',
      needs: rolesFor(routeById(route)),
      request: ({ bindings }) => sampleRequest(routeById(route), bindings, { limit: 'abc' }),
    }),
  ),
  {
    route: 'event',
    condition: 'bad-request',
    what: 'id-text',
    why: 'the id of an event is a number',
    request: at('event', 'abc'),
    also: ['4.20/event.id.type'],
    decided: 'D/entity-forms.event.malformed',
  },
  {
    route: 'profile',
    condition: 'bad-request',
    what: 'no-address',
    why: 'not-an-address is not a wallet address',
    request: at('profile', 'not-an-address'),
    also: ['4.19/user_address.type'],
    decided: 'D/entity-forms.profile.malformed',
  },
  ...(['trading-market', 'trading-settings'] as const).map(
    (route): Probe => ({
      route,
      condition: 'bad-request',
      what: 'no-condition',
      why: 'not-a-condition is not a condition id',
      request: at(route, 'not-a-condition'),
      decided: 'D/condition-form.malformed',
    }),
  ),
  ...routesWith('error.not-found').map(({ id }) => unknown(id)),
];

const typeOf: Readonly<Record<Condition, string>> = { 'bad-request': BAD_REQUEST, 'not-found': NOT_FOUND };
const statusOf: Readonly<Record<Condition, number>> = { 'bad-request': 400, 'not-found': 404 };

/** If the response may treat a malformed name as an unknown one (`isOpen`), either type of the error is valid. */
function judgeType(context: CheckContext, condition: Condition, response: Exchange, isOpen: boolean) {
  const types = isOpen ? { $in: Object.values(typeOf) } : typeOf[condition];
  context.judge(fieldLike(`7/typed.${condition}`, response, '/type', types));
  if (condition !== 'not-found') return;
  // Letters of any script.
  const words = { $match: '[A-Za-z\\u00aa-\\uffff]{3}' };
  const because = 'it says what was not found';
  context.judge(fieldLike('7/typed.not-found.text', response, '/error', words, because));
}

function probeCheck({ what, why, needs, request, also = [], decided, ...refused }: Probe) {
  const { route: id, condition } = refused;
  const route = routeById(id);
  const clause =
    refused.condition === 'bad-request'
      ? clauseOf(refused.route, 'error.bad-request')
      : clauseOf(refused.route, 'error.not-found');
  const isTyped = route.family === 'typed';
  const typed = isTyped ? ([`7/typed.${condition}`] as const) : [];
  const text = isTyped && condition === 'not-found' ? (['7/typed.not-found.text'] as const) : [];
  return check(id, `${condition}.${what}`, {
    title: `refused if ${why}`,
    clauses: [clause, ...typed, ...text, ...also, ...(decided === undefined ? [] : [decided])],
    kind: 'error',
    needs: needs ?? [],
    async run(context) {
      const response = await context.send(request(context));
      for (const other of also) context.judge(refusal(other, response, why));
      if (!context.judge(refusal(clause, response, why))) return;
      context.fact(`status.${condition}.${id}`, String(response.status));
      if (isTyped) judgeType(context, condition, response, condition === 'bad-request' && decided !== undefined);
      // A decision about which of the two conditions applies.
      const must = isTyped ? valueAt('/type', typeOf[condition]) : { status: statusOf[condition] };
      if (decided !== undefined) context.judge({ clauses: decided, of: response, must, because: why });
    },
  });
}

const textCheck = check('markets', 'empty-text', {
  title: 'an optional text filter with an empty value has no effect',
  clauses: ['D/empty-values.text'],
  kind: 'filter',
  needs: ['market'],
  cost: { markets: 2 },
  async run(context) {
    const reads = {
      left: () => sendGet(context, 'markets', { limit: '2' }),
      right: () => sendGet(context, 'markets', { limit: '2', slug: '' }),
    };
    await judgeSame(context, 'D/empty-values.text', reads, 'an empty slug has no effect');
  },
});

function numberCheck(id: 'markets' | 'comment-replies' | 'event-creators') {
  const definition = { title: 'an empty value for limit is refused', clauses: ['D/empty-values.number'] } as const;
  return refusedQueryCheck(id, 'empty-number', definition, { limit: '' }, 'limit is empty, which is not a number');
}

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

function unknownCheck(id: RouteId, clause: ClauseId) {
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

function repeatedCheck(id: 'markets' | 'event-creators' | 'comment-replies') {
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
      { event_slug: textOrEmpty(eventOf(named), 'slug'), eventSlug: 'another' },
      { conditionId: textOrEmpty(first, 'conditionId'), condition_id: NO_CONDITION },
    ];
    for (const query of pairs) {
      const response = await listMarkets(context, query);
      context.judge(refusal('D/alias-conflict', response, `${Object.keys(query).join(' and ')} disagree`));
    }
    const slug = textOrEmpty(eventOf(named), 'slug');
    const agreed = await listMarkets(context, { event_slug: slug, eventSlug: slug });
    context.judge(success('D/alias-conflict', agreed, 'both names have one value'));
  },
});

const spellings: readonly (readonly [string, string])[] = [
  ['digit', '1'],
  ['capitals', 'TRUE'],
  ['empty', ''],
];

function booleanCheck(id: 'markets' | 'event-creators', [what, value]: readonly [string, string]) {
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

function momentCheck(id: RouteId) {
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
      const texts = rows.flatMap((row) => momentFields.map((field) => textOrEmpty(row, field)));
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

export const catalogErrorChecks = [
  ...catalog.map((id) => unknownCheck(id, 'D/unknown-parameters.catalog')),
  ...trading.map((id) => unknownCheck(id, 'D/unknown-parameters.trading')),
  ...(['markets', 'event-creators', 'comment-replies'] as const).map(repeatedCheck),
  conflict,
  ...(['markets', 'event-creators'] as const).flatMap((id) => spellings.map((spelling) => booleanCheck(id, spelling))),
  ...momentRoutes.map(momentCheck),
  ...probes.map(probeCheck),
  textCheck,
  numberCheck('markets'),
  numberCheck('comment-replies'),
  numberCheck('event-creators'),
];
