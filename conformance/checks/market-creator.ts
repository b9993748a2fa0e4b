/**
 * conformance/checks/market-creator: the `creator` parameter of markets and events (interface 4.11, 4.12, 4.20): the
 * same scope on all four routes, and nothing for a creator that does not exist. Which text identifies a site is not
 * shown, so the texts of the creators' own records are tried.
 */
import type { JsonObject } from '../../spec/json.ts';
import { textAt } from '../../spec/json.ts';
import type { RouteId } from '../../spec/route.ts';
import { clausePrefix, routeById } from '../../spec/routes.ts';
import type { Check, CheckContext, Exchange } from '../check.ts';
import { FULL_PAGE, listMarkets, marketsOf } from './market-list.ts';
import { readCheck } from './reading.ts';
import { isSuccess, sendPath } from './requests.ts';
import { eventOf } from './rows.ts';

const NOBODY = 'no-such-creator-touchstone';
const MOST_TRIES = 12;

/** Texts by which a creator's site may go: handle, id, name, and the host of its address. */
function namesOf(creator: JsonObject): readonly string[] {
  const host = /^https?:\/\/([^/]+)/.exec(textAt(creator, 'creatorUrl') ?? '')?.[1] ?? '';
  const texts = [textAt(creator, 'creatorHandle'), textAt(creator, 'id'), host, textAt(creator, 'creatorName')];
  return texts.filter((text) => text !== undefined && text !== '').map(String);
}

/** A creator that scopes: its name, a known market inside and one outside, and the list it gave. */
type Scope = {
  readonly creator: string;
  readonly inside: JsonObject;
  readonly outside: JsonObject;
  readonly list: Exchange;
};

async function findScope(context: CheckContext): Promise<Scope> {
  const { creators, markets } = context.bindings;
  const names = creators.map(namesOf);
  // All first names, then all second names: whichever kind of text the site uses, three tries of it are made.
  const tries = [0, 1, 2, 3].flatMap((kind) => names.slice(0, 3).map((texts) => texts[kind]));
  for (const creator of tries.filter((text) => text !== undefined).slice(0, MOST_TRIES)) {
    const list = await listMarkets(context, { creator });
    const rows = marketsOf(list);
    const listed = new Set(rows.map((row) => textAt(row, 'slug')));
    const inside = rows[0];
    const outside = markets.find((market) => !listed.has(textAt(market, 'slug')));
    if (isSuccess(list) && inside !== undefined && outside !== undefined && rows.length < FULL_PAGE) {
      return { creator, inside, outside, list };
    }
  }
  return context.notTestable(
    'no text of the listed creators scopes the markets',
    'give the target a creator with some of the markets, named by its handle or id',
  );
}

const list: Check = readCheck({
  id: 'markets.creator.filter',
  title: 'creator scopes the list, and the scope is the same by slug',
  clauses: ['4.11/creator.filter', '4.11/creator.accepted', '4.12/creator.scope'],
  kind: 'filter',
  route: 'markets',
  needs: ['market', 'creator'],
  cost: { markets: MOST_TRIES, 'market-by-slug': 2 },
  run: async (context) => {
    const { creator, inside, outside, list: answer } = await findScope(context);
    context.verified('4.11/creator.accepted');
    const ask = (market: JsonObject) => sendPath(context, 'market-by-slug', textAt(market, 'slug') ?? '', { creator });
    const found = await ask(inside);
    context.expect('4.12/creator.scope', isSuccess(found), found, {
      expected: `the market, for the list scoped to ${creator} has it`,
      actual: `status ${found.status}`,
    });
    const refused = await ask(outside);
    context.expect('4.12/creator.scope', !isSuccess(refused), refused, {
      expected: `an error, for the list scoped to ${creator} lacks the market`,
      actual: `status ${refused.status}`,
    });
    context.expect('4.11/creator.filter', isSuccess(found) && !isSuccess(refused), answer, {
      expected: 'the list and the answers by slug to have one scope',
      actual: `status ${found.status} inside, ${refused.status} outside`,
    });
  },
});

const nobody: Check = readCheck({
  id: 'markets.creator.unknown',
  title: 'a creator that does not exist has no markets',
  clauses: ['4.11/creator.filter', 'D/creator-scope.unknown.list'],
  kind: 'filter',
  route: 'markets',
  needs: ['market'],
  cost: { markets: 1 },
  run: async (context) => {
    const answer = await listMarkets(context, { creator: NOBODY });
    const count = marketsOf(answer).length;
    context.expect('4.11/creator.filter', count === 0, answer, { expected: 'no market', actual: `${count} markets` });
    context.expect('D/creator-scope.unknown.list', isSuccess(answer), answer, {
      expected: 'an empty list',
      actual: `status ${answer.status}`,
    });
  },
});

/** An entity of one of the three routes, from a market of the list. */
function entityOf(id: RouteId, market: JsonObject): string {
  if (id === 'market-by-slug') return textAt(market, 'slug') ?? '';
  return textAt(eventOf(market), id === 'event' ? 'id' : 'slug') ?? '';
}

function outsideCheck(id: 'market-by-slug' | 'event' | 'event-by-slug'): Check {
  const clause = `${clausePrefix(routeById(id))}creator.scope`;
  return readCheck({
    id: `${id}.creator.unknown`,
    title: 'nothing is answered for a creator that does not exist',
    clauses: [clause, 'D/creator-scope.unknown.entity'],
    kind: 'filter',
    route: id,
    needs: ['market'],
    cost: { [id]: 2 },
    run: async (context) => {
      const [market] = context.bindings.markets;
      if (market === undefined) return;
      const plain = await sendPath(context, id, entityOf(id, market));
      if (!isSuccess(plain)) context.notTestable('the entity of the first market is not there', 'see the other checks');
      const scoped = await sendPath(context, id, entityOf(id, market), { creator: NOBODY });
      context.expect(clause, !isSuccess(scoped), scoped, {
        expected: 'an error, for no such creator exists',
        actual: `status ${scoped.status}`,
      });
      context.expect('D/creator-scope.unknown.entity', textAt(scoped.json, 'type') === 'not found error', scoped, {
        pointer: '/type',
        expected: 'not found error',
        actual: textAt(scoped.json, 'type'),
      });
    },
  });
}

function insideCheck(id: 'event' | 'event-by-slug'): Check {
  const scope = `4.20/${id}.creator.scope`;
  return readCheck({
    id: `${id}.creator.scope`,
    title: 'an event is answered inside the scope of its creator and refused outside',
    clauses: [scope, `4.20/${id}.creator.accepted`],
    kind: 'filter',
    route: id,
    needs: ['market', 'creator'],
    cost: { markets: MOST_TRIES, [id]: 2 },
    run: async (context) => {
      const { creator, inside, list: answer } = await findScope(context);
      const events = new Set(marketsOf(answer).map((market) => textAt(eventOf(market), 'id')));
      const outside = context.bindings.markets.find((market) => !events.has(textAt(eventOf(market), 'id')));
      const found = await sendPath(context, id, entityOf(id, inside), { creator });
      context.expect(`4.20/${id}.creator.accepted`, isSuccess(found), found, {
        expected: `the event, for markets of it are listed for ${creator}`,
        actual: `status ${found.status}`,
      });
      if (outside === undefined) return;
      const refused = await sendPath(context, id, entityOf(id, outside), { creator });
      context.expect(scope, isSuccess(found) && !isSuccess(refused), refused, {
        expected: `an error, for no market of the event is listed for ${creator}`,
        actual: `status ${refused.status}`,
      });
    },
  });
}

/** The scope of a creator on every route that takes one. */
export const creatorScopeChecks: readonly Check[] = [
  list,
  nobody,
  outsideCheck('market-by-slug'),
  outsideCheck('event'),
  outsideCheck('event-by-slug'),
  insideCheck('event'),
  insideCheck('event-by-slug'),
];
