/**
 * conformance/checks/catalog/events: the same event by id and by slug, with complete markets; a prefix finds none (2.6,
 * 4.11, 4.12).
 */
import { type JsonObject, listAt, objectsIn, textAt, textOrEmpty } from '../../../base/json.ts';
import { entriesOf, keysOf } from '../../../base/record.ts';
import { clauseOf, type RouteOf, routesWith } from '../../../spec/clauses/clause-of.ts';
import { CatalogEvent, EventMarket } from '../../../spec/resources/catalog-market.ts';
import { routeById } from '../../../spec/routes.ts';
import { get, isSuccess } from '../../../wire/message.ts';
import { type CheckContext, type Exchange, SameAs } from '../../check.ts';
import {
  bodyLike,
  type Claim,
  type ClausePatterns,
  eventOf,
  fieldLike,
  fieldsOf,
  judgeAgreement,
  refusal,
  refusalOf,
  sampled,
} from '../assertions.ts';
import { check, claimCheck, namesFor, pathOf, sendPath } from '../definition.ts';
import { listMarkets } from './market-list.ts';
import { NAMES, PAIRING, TOKEN_IDS } from './market-rows.ts';

const SAMPLES = 5;

/** Events that markets name, so that no value of an earlier response of the same route is repeated. */
function namedEvents(context: CheckContext): readonly JsonObject[] {
  const byId = new Map(
    context.bindings.markets.flatMap((market) => {
      const event = eventOf(market);
      const id = textAt(event, 'id');
      return event === undefined || id === undefined ? [] : [[id, event] as const];
    }),
  );
  return sampled(byId.size < 2 ? context.bindings.events : [...byId.values()], SAMPLES);
}

const same = check('event', 'same', {
  title: 'the event in a response is the requested one, by id and by slug',
  clauses: ['4.20/event.id.match', '4.20/event-by-slug.slug.match', '4.20/event-by-slug.same', '2.6/id.unique'],
  cost: { event: 2 * SAMPLES, 'event-by-slug': SAMPLES },
  async run(context) {
    for (const event of namedEvents(context)) {
      const id = textOrEmpty(event, 'id');
      const slug = textOrEmpty(event, 'slug');
      const byId = await sendPath(context, 'event', id);
      const right = () => sendPath(context, 'event-by-slug', slug);
      const bySlug = await right();
      for (const [clauses, of, field, wanted] of [
        ['4.20/event.id.match', byId, 'id', id],
        ['4.20/event-by-slug.slug.match', bySlug, 'slug', slug],
        ['2.6/id.unique', byId, 'slug', slug],
        ['2.6/id.unique', bySlug, 'id', id],
      ] as const)
        context.judge(fieldLike(clauses, of, `/${field}`, wanted));
      const reads = { left: () => sendPath(context, 'event', id), right, seen: bySlug };
      await judgeAgreement(context, reads, [{ clause: '4.20/event-by-slug.same', states: sameEvent }]);
    }
  },
});

function sameEvent(left: Exchange, right: Exchange): Claim {
  const fields = Object.keys(CatalogEvent.shape).filter((field) => field !== 'markets');
  const markets = listAt(left.json, 'markets').map((_, index) => ({
    conditionId: new SameAs(left, `/markets/${index}/conditionId`),
    ...fieldsOf(left, `/markets/${index}`, marketFields),
  }));
  const count = markets.length;
  const same = count === 0 ? { $any: [{ $absent: true }, []] } : { $all: [{ $length: count }, { $contains: markets }] };
  return { of: right, must: { body: { ...fieldsOf(left, '', fields), markets: same } } };
}

const marketFields = Object.keys(EventMarket.shape).filter((field) => field !== 'conditionId');
const PATTERNS: ClausePatterns = {
  '2.6/markets.shape': Object.fromEntries(Object.keys(EventMarket.shape).map((field) => [field, { $present: true }])),
  '2.5/outcomes.json': NAMES,
  '2.5/clobTokenIds.json': TOKEN_IDS,
  '2.5/outcomes.aligned': PAIRING,
};

const route = routeById('event');

/** Larger than any integer column can store. */
const HUGE = '9'.repeat(30);

export const eventRouteChecks = [
  same,
  check('event', 'markets', {
    title: 'the markets of an event are whole catalog markets',
    clauses: keysOf(PATTERNS),
    kind: 'shape',
    isOfForm: true,
    cost: { event: SAMPLES },
    async run(context) {
      for (const event of sampled(context.bindings.events, SAMPLES)) {
        const response = await sendPath(context, 'event', textOrEmpty(event, 'id'));
        if (objectsIn(listAt(response.json, 'markets')).length === 0) continue;
        for (const [clauses, pattern] of entriesOf(PATTERNS))
          context.judge(fieldLike(clauses, response, '/markets', { $objects: pattern }));
      }
    },
  }),
  claimCheck('event', 'id.half-number', {
    title: 'an id that only begins with a number is refused',
    clauses: ['4.20/event.id.type'],
    kind: 'error',
    async claim(context) {
      const id = `${textAt(context.bindings.events[0], 'id')}abc`;
      return refusalOf(await context.send(get(pathOf(route, id))), `${id} is not an integer`);
    },
  }),
  claimCheck('event', 'id.huge', {
    title: 'an id too large for any column gets the error of every other unknown one, an error of the catalog',
    clauses: ['7/event.not-found'],
    kind: 'error',
    claim: async (context) => refusalOf(await context.send(get(pathOf(route, HUGE))), 'no event has this id'),
    needs: [],
  }),
];

const beginningOf = (key: string | undefined) => (key ?? '').slice(0, -1);

function entityCheck(route: RouteOf<'slug.match'>) {
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

function filterCheck(name: 'slug' | 'conditionId') {
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
