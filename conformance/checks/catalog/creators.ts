/**
 * conformance/checks/catalog/creators: the list of event creators and its filters (interface 2.7, 4.20), and the
 * `creator` parameter of markets and events (4.11, 4.12, 4.20): the same scope on all four routes, and an empty result
 * for an unknown creator. The interface does not say which text identifies a site, so the checks try the texts of the
 * creators' own records.
 */

import { type JsonObject, objectsIn, textAt, textOrEmpty } from '../../../base/json.ts';
import { clauseOf } from '../../../spec/clauses/clause-of.ts';
import { NOT_FOUND } from '../../../spec/errors.ts';
import { isSuccess, type Query } from '../../../wire/message.ts';
import type { CheckContext, ClauseId } from '../../check.ts';
import {
  bodyLike,
  brief,
  emptyList,
  eventOf,
  fieldLike,
  NO_CREATOR,
  nothingFound,
  refusal,
  success,
} from '../assertions.ts';
import { check, sendGet, sendPath } from '../definition.ts';
import { eventIdOf, FULL_PAGE, listMarkets, marketsOf, marketsOfEvents } from './market-list.ts';

type Text = { readonly param: 'creator_name' | 'creator_handle'; readonly field: 'creatorName' | 'creatorHandle' };

const texts: readonly Text[] = [
  { param: 'creator_name', field: 'creatorName' },
  { param: 'creator_handle', field: 'creatorHandle' },
];

function listCreators(context: CheckContext, query: Query = {}) {
  return sendGet(context, 'event-creators', { limit: '100', ...query });
}

/** A creator whose name or handle no other bound one shares or contains, or else the first one. */
function distinctiveCreator(context: CheckContext, field: string): string {
  const values = context.bindings.creators.map((creator) => textOrEmpty(creator, field)).filter((text) => text !== '');
  const distinctive = values.find((text) => values.filter((other) => other.includes(text)).length === 1);
  const value = distinctive ?? values[0];
  if (value === undefined || values.every((other) => other.toLowerCase().includes(value.toLowerCase()))) {
    context.notTestable('all creators have similar names', 'give the target creators with different names');
  }
  return value;
}

/** Rows that match exactly must be listed; rows that do not contain the text must not be. */
function filterCheck({ param, field }: Text) {
  const clauses = [
    clauseOf('event-creators', `${param}.filter`),
    clauseOf('event-creators', `${param}.accepted`),
  ] as const;
  return check('event-creators', `${param}.filter`, {
    title: `${param} keeps the creators with that ${field}`,
    clauses,
    kind: 'filter',
    needs: ['creator'],
    cost: { 'event-creators': 2 },
    async run(context) {
      const value = distinctiveCreator(context, field);
      const response = await listCreators(context, { [param]: value });
      if (!context.judge(success(clauses[1], response, `${param} is a filter`))) return;
      const similar = { $caseless: { $contains: [value.toLowerCase()] } };
      const body = { $all: [{ $every: { [field]: similar } }, { $contains: [{ [field]: { $caseless: value } }] }] };
      context.judge(bodyLike(clauses[0], response, body, `${param} is ${brief(value)}`));
      const unknown = await listCreators(context, { [param]: NO_CREATOR });
      context.judge(nothingFound(clauses[0], unknown, 'there is no such creator'));
    },
  });
}

export const creatorChecks = [
  check('event-creators', 'id.unique', {
    title: 'creators have unique ids',
    clauses: ['2.7/id.unique'],
    needs: ['creator'],
    async run(context) {
      const response = await listCreators(context);
      if (objectsIn(response.json).length < 2)
        context.notTestable('the list has fewer than two creators', 'give the target more creators');
      context.judge(bodyLike('2.7/id.unique', response, { $unique: '/id' }));
    },
  }),
  ...texts.map(filterCheck),
  check('event-creators', 'creator_name.match', {
    title: 'creator_name is the whole name, in any letter case',
    clauses: ['D/creator-match.whole', 'D/creator-match.case'],
    kind: 'filter',
    needs: ['creator'],
    cost: { 'event-creators': 2 },
    async run(context) {
      const name = distinctiveCreator(context, 'creatorName');
      const names = context.bindings.creators.map((creator) => textOrEmpty(creator, 'creatorName'));
      const part = name.slice(0, Math.max(1, name.length - 1));
      if (!names.some((other) => other?.toLowerCase() === part.toLowerCase())) {
        const response = await listCreators(context, { creator_name: part });
        context.fact('creator_name.match', objectsIn(response.json).length === 0 ? 'whole' : 'part');
        context.judge(nothingFound('D/creator-match.whole', response, `${brief(part)} is a part of a name`));
      }
      const turned = name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase();
      if (turned === name) return;
      const response = await listCreators(context, { creator_name: turned });
      const body = { $contains: [{ creatorName: name }] };
      context.judge(bodyLike('D/creator-match.case', response, body));
    },
  }),
];

/** The routes on which creator decides whether an entity is found. */
type ScopedRoute = 'market-by-slug' | 'event' | 'event-by-slug';

/** Creators whose names are tried, and names that are tried at most. */
const CREATORS = 20;
const MOST_TRIES = 48;

/** Texts that may identify a creator's site, one of each kind: handle, id, host of its address, name. */
function namesOf(creator: JsonObject): readonly (string | undefined)[] {
  const host = /^https?:\/\/([^/]+)/.exec(textOrEmpty(creator, 'creatorUrl'))?.[1];
  return [textAt(creator, 'creatorHandle'), textAt(creator, 'id'), host, textAt(creator, 'creatorName')];
}

/** All handles, then all ids, and so on: any kind may identify a site, which may have no market. */
function tries(context: CheckContext): readonly string[] {
  const names = context.bindings.creators.slice(0, CREATORS).map(namesOf);
  const texts = [0, 1, 2, 3].flatMap((kind) => names.flatMap((kinds) => kinds[kind] || []));
  return [...new Set(texts)].slice(0, MOST_TRIES);
}

/** A creator that scopes: its name, and a known market inside and one outside the scope. */
type Scope = {
  readonly creator: string;
  readonly inside: JsonObject;
  readonly outside: JsonObject;
};

async function findScope(context: CheckContext): Promise<Scope> {
  for (const creator of tries(context)) {
    const list = await listMarkets(context, { creator });
    const rows = marketsOf(list);
    const events = new Set(rows.map((row) => textAt(eventOf(row), 'id')));
    const inside = rows.find((row) => eventIdOf(row) !== undefined);
    const isOutside = (id: string | undefined) => id !== undefined && !events.has(id);
    const outside = context.bindings.markets.find((market) => isOutside(eventIdOf(market)));
    if (
      isSuccess(list) &&
      eventIdOf(inside) !== undefined &&
      inside !== undefined &&
      outside !== undefined &&
      rows.length < FULL_PAGE
    ) {
      return { creator, inside, outside };
    }
  }
  return context.notTestable(
    `no text of the first ${CREATORS} listed creators scopes the markets`,
    'give the target a creator with some of the markets, named by its handle or id',
  );
}

async function readBoth(context: CheckContext, id: ScopedRoute, { creator, inside, outside }: Scope) {
  return {
    inside: await sendPath(context, id, entityOf(id, inside), { creator }),
    outside: await sendPath(context, id, entityOf(id, outside), { creator }),
  };
}

const scoped: readonly ScopedRoute[] = ['market-by-slug', 'event', 'event-by-slug'];

/** Section 4.12 states the scope; section 4.20 says only that the event routes accept the parameter. */
const scopeClauses: Readonly<Record<ScopedRoute, ClauseId>> = {
  'market-by-slug': '4.12/creator.scope',
  event: 'D/creator-scope.event',
  'event-by-slug': 'D/creator-scope.event-by-slug',
};

const scopeCheck = check('markets', 'creator.scope', {
  title: 'creator scopes the list, and markets and events have the same scope by themselves',
  clauses: [
    '4.11/creator.filter',
    '4.11/creator.accepted',
    ...scoped.flatMap((id) => [scopeClauses[id], clauseOf(id, 'creator.accepted')]),
  ],
  kind: 'filter',
  needs: ['market', 'creator'],
  cost: { markets: MOST_TRIES, 'market-by-slug': 2, event: 2, 'event-by-slug': 2 },
  async run(context) {
    const scope = await findScope(context);
    context.verified('4.11/creator.accepted');
    for (const id of scoped) {
      const { inside, outside } = await readBoth(context, id, scope);
      const accepted = clauseOf(id, 'creator.accepted');
      const clauses = [scopeClauses[id], ...(id === 'market-by-slug' ? (['4.11/creator.filter'] as const) : [])];
      const list = `the list scoped to ${scope.creator}`;
      context.judge(success([accepted, ...clauses], inside, `${list} has a market of it`));
      context.judge(refusal(clauses, outside, `${list} has no market of it`));
    }
  },
});

const unknown = check('markets', 'creator.unknown', {
  title: 'a creator that does not exist has no markets',
  clauses: ['4.11/creator.filter', 'D/creator-scope.unknown.list'],
  kind: 'filter',
  needs: ['market'],
  async run(context) {
    const response = await listMarkets(context, { creator: NO_CREATOR });
    context.judge(nothingFound('4.11/creator.filter', response, 'there is no such creator'));
    context.judge(emptyList('D/creator-scope.unknown.list', response));
  },
});

function entityOf(id: ScopedRoute, market: JsonObject): string {
  if (id === 'market-by-slug') return textOrEmpty(market, 'slug');
  return textOrEmpty(eventOf(market), id === 'event' ? 'id' : 'slug');
}

function outsideCheck(id: ScopedRoute) {
  const clause = scopeClauses[id];
  return check(id, 'creator.unknown', {
    title: 'nothing is found for a creator that does not exist',
    clauses: [clause, 'D/creator-scope.unknown.entity'],
    kind: 'filter',
    needs: ['market'],
    cost: { [id]: 2 },
    async run(context) {
      const [market] = id === 'market-by-slug' ? context.bindings.markets : marketsOfEvents(context);
      if (market === undefined) return;
      const plain = await sendPath(context, id, entityOf(id, market));
      if (!isSuccess(plain)) context.notTestable('the entity of the first market is not there', 'see the other checks');
      const scoped = await sendPath(context, id, entityOf(id, market), { creator: NO_CREATOR });
      context.judge(refusal(clause, scoped, 'there is no such creator'));
      context.judge(fieldLike('D/creator-scope.unknown.entity', scoped, '/type', NOT_FOUND));
    },
  });
}

export const creatorScopeChecks = [scopeCheck, unknown, ...scoped.map(outsideCheck)];
