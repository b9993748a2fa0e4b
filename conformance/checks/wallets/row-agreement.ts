/**
 * conformance/checks/wallets/row-agreement: rows of positions, activity and holders agree with their market and profile
 * (2.1 to 2.4).
 */

import { flagAt, isObject, type JsonObject, numberAt, objectsIn, textAt, textOrEmpty } from '../../../base/json.ts';
import { routeById } from '../../../spec/routes.ts';
import { get, isSuccess } from '../../../wire/message.ts';
import { type CheckContext, type ClauseId, type Exchange, type Expectation, SameAs } from '../../check.ts';
import { CENT, eventsOf, fieldLike, success, textsInside, unreadable, valueAt } from '../assertions.ts';
import { check, itemsOf, sendPath, sendSample } from '../definition.ts';
import { readHolders, rowsOf } from './page.ts';

const MARKETS = 3;

/** Rows to look up in the catalog, and their places: one for each of a few markets; rows without one are skipped. */
function rowPerMarket(rows: readonly JsonObject[]): readonly (readonly [string, JsonObject])[] {
  const bySlug = new Map(rows.map((row, index) => [textOrEmpty(row, 'slug'), [`/${index}`, row] as const]));
  bySlug.delete('');
  return [...bySlug.values()].slice(0, MARKETS);
}

function outcomesOf(context: CheckContext, market: Exchange) {
  return textsInside(market.json, 'outcomes') ?? unreadable(context, 'market-by-slug', 'outcomes');
}

const caseless = (name: string | undefined) => (name === undefined ? { $absent: true } : { $caseless: name });

/** The pattern of a row with the name of its outcome, of that of the other outcome, or both. */
function named(names: readonly string[], fields: readonly ('outcome' | 'oppositeOutcome')[]): unknown {
  const rows = names.map((name, index) => {
    const both = { outcome: caseless(name), oppositeOutcome: caseless(names[1 - index]) };
    return { outcomeIndex: index, ...Object.fromEntries(fields.map((field) => [field, both[field]])) };
  });
  return { $any: rows };
}

/** The pattern of the fields that a row shares with its market. A position has more of them than an activity. */
function sharedWith(market: Exchange, isPosition: boolean): JsonObject {
  const slugs = eventsOf(market.json).map((_, index) => new SameAs(market, `/events/${index}/slug`));
  const isDated = textAt(market.json, 'endDate') !== undefined;
  const ofPosition = {
    conditionId: new SameAs(market, '/conditionId'),
    endDate: isDated ? { $moment: new SameAs(market, '/endDate') } : { $any: ['', null, { $absent: true }] },
  };
  return {
    title: new SameAs(market, '/question'),
    eventSlug: slugs.length === 0 ? '' : { $in: slugs },
    ...(isPosition ? ofPosition : {}),
  };
}

/** A row by its place in a response, and the response with its market. */
type Compared = { readonly response: Exchange; readonly place: string; readonly market: Exchange };

function judgeShared(context: CheckContext, clause: ClauseId, { response, place, market }: Compared) {
  if (!context.judge(success(clause, market, `its slug is in ${response.request.path}`))) return;
  context.judge(fieldLike(clause, response, place, sharedWith(market, clause !== '2.3/market.same')));
}

/** Judges the picture of a row, which may differ from that of its market. */
function judgeIcon(context: CheckContext, { response, place, market }: Compared) {
  const hasIcon = textAt(market.json, 'icon') !== undefined;
  const must = hasIcon ? valueAt(`${place}/icon`, new SameAs(market, '/icon')) : {};
  context.judge({ clauses: 'D/row-icons', of: response, must });
}

const activityCheck = check('activity', 'market', {
  title: 'entries agree with the catalog about their market',
  clauses: ['2.3/outcome.named', '2.3/market.same', 'D/row-icons'],
  cost: { activity: 1, 'market-by-slug': MARKETS },
  async run(context) {
    const { response, rows } = await rowsOf(context, 'activity');
    for (const [place, row] of rowPerMarket(rows)) {
      const slug = textOrEmpty(row, 'slug');
      const market = await sendPath(context, 'market-by-slug', slug);
      judgeShared(context, '2.3/market.same', { response, place, market });
      judgeIcon(context, { response, place, market });
      const names = outcomesOf(context, market);
      // Entries that are not trades may name no outcome of the market.
      const isNamed = (other: JsonObject) => names[numberAt(other, 'outcomeIndex') ?? -1] !== undefined;
      const at = rows.findIndex((other) => textAt(other, 'slug') === slug && isNamed(other));
      if (at >= 0) context.judge(fieldLike('2.3/outcome.named', response, `/${at}`, named(names, ['outcome'])));
    }
  },
});

const CURRENT = ['2.1/oppositeOutcome.other', '2.1/negativeRisk.same', '2.1/outcomeIndex.range'] as const;

type Positions = { readonly id: 'positions' | 'closed-positions'; readonly section: '2.1' | '2.2' };

function positionCheck({ id, section }: Positions) {
  const route = routeById(id);
  return check(id, 'market', {
    title: 'rows agree with the catalog about their market',
    clauses: [
      `${section}/outcome.named`,
      `${section}/market.same`,
      'D/row-icons',
      ...(id === 'positions' ? CURRENT : []),
    ],
    cost: { [id]: 1, 'market-by-slug': MARKETS, 'trading-market': MARKETS },
    async run(context) {
      const response = await sendSample(context, route, { limit: '50' });
      for (const placed of rowPerMarket(itemsOf(route, response))) {
        const [place, row] = placed;
        const market = await sendPath(context, 'market-by-slug', textOrEmpty(row, 'slug'));
        judgeShared(context, `${section}/market.same`, { response, place, market });
        judgeIcon(context, { response, place, market });
        const names = outcomesOf(context, market);
        // The interface has no clause about the other outcome for closed positions.
        const fields = id === 'positions' ? (['outcome'] as const) : (['outcome', 'oppositeOutcome'] as const);
        context.judge(fieldLike(`${section}/outcome.named`, response, place, named(names, fields)));
        if (id === 'positions') await judgeCurrent(context, response, placed, names);
      }
    },
  });
}

async function judgeCurrent(
  context: CheckContext,
  response: Exchange,
  [place, row]: readonly [string, JsonObject],
  names: readonly string[],
) {
  const judge = (clauses: ClauseId, must: Expectation) => context.judge({ clauses, of: response, must });
  if (names.length > 0) judge('2.1/outcomeIndex.range', valueAt(`${place}/outcomeIndex`, { $lt: names.length }));
  judge('2.1/oppositeOutcome.other', valueAt(place, named(names, ['oppositeOutcome'])));
  const trading = await sendPath(context, 'trading-market', textOrEmpty(row, 'conditionId'));
  // Without the market it is unknown which of the two is right.
  if (flagAt(trading.json, 'neg_risk') === undefined) return;
  judge('2.1/negativeRisk.same', valueAt(`${place}/negativeRisk`, new SameAs(trading, '/neg_risk')));
}

export const rowMarketChecks = [
  positionCheck({ id: 'positions', section: '2.1' }),
  positionCheck({ id: 'closed-positions', section: '2.2' }),
  activityCheck,
];

const OF_ENTRY = { name: 'string', pseudonym: 'string', bio: 'string', profileImage: 'string' };
const OF_HOLDER = { ...OF_ENTRY, displayUsernamePublic: 'boolean' };

/** The pattern of a row with the values of a profile; a value of another type is no defect of the row. */
function profileLike(profile: Exchange, json: JsonObject, types: Readonly<Record<string, string>>): JsonObject {
  const readable = Object.entries(types).filter(([name, type]) => [type, 'undefined'].includes(typeof json[name]));
  const fields = readable.map(([name, type]) => {
    const none = { $any: [{ $absent: true }, { $not: { $type: type } }] };
    return [name, json[name] === undefined ? none : new SameAs(profile, `/${name}`)];
  });
  return Object.fromEntries(fields);
}

type Holder = { readonly response: Exchange; readonly place: string; readonly wallet: string };

async function judgeAmount(context: CheckContext, market: string, { response, place, wallet }: Holder) {
  const held = await context.send(get('/positions', { user: wallet, market, sizeThreshold: '0' }));
  if (!isSuccess(held) || !Array.isArray(held.json)) unreadable(context, 'positions', 'the response');
  const rows = objectsIn(held.json).map((row) => [numberAt(row, 'outcomeIndex'), numberAt(row, 'size')] as const);
  if (rows.flat().includes(undefined)) unreadable(context, 'positions', 'outcomeIndex and size');
  const positions = rows.map(([outcomeIndex, size]) => ({ outcomeIndex, amount: { $near: [size, CENT] } }));
  context.judge(
    fieldLike(
      '4.10/amount.position',
      response,
      place,
      { $any: [{ $absent: true }, ...positions] },
      `these are the positions of ${wallet}`,
    ),
  );
}

async function judgeProfile(context: CheckContext, { response, place, wallet }: Holder) {
  const profile = await sendPath(context, 'profile', wallet);
  if (!isSuccess(profile) || !isObject(profile.json)) return;
  context.judge(fieldLike('2.4/holders.profile', response, place, profileLike(profile, profile.json, OF_HOLDER)));
}

export const rowProfileChecks = [
  check('activity', 'profile', {
    title: "entries have the name, pseudonym, bio and picture of the wallet's public profile",
    clauses: ['2.3/profile.same'],
    cost: { activity: 1, profile: 1 },
    async run(context: CheckContext) {
      const { response } = await rowsOf(context, 'activity');
      const profile = await sendPath(context, 'profile', context.bindings.activeWallets[0] ?? '');
      if (!isSuccess(profile) || !isObject(profile.json))
        context.notTestable(
          'the wallet has no public profile',
          'name an active wallet with a profile in the target file',
        );
      context.judge(fieldLike('2.3/profile.same', response, '/0', profileLike(profile, profile.json, OF_ENTRY)));
    },
  }),
  check('holders', 'position', {
    title: "a holder's amount is the size of that wallet's position, and its profile is the public one",
    clauses: ['4.10/amount.position', '2.4/holders.profile'],
    cost: { holders: 1, positions: 2, profile: 2 },
    async run(context) {
      const market = context.bindings.heldMarkets[0] ?? '';
      const { response, groups } = await readHolders(context, [market]);
      const first = groups.flatMap(({ holders: [row], at }) =>
        row === undefined ? [] : [{ response, place: `/${at}/holders/0`, wallet: textOrEmpty(row, 'proxyWallet') }],
      );
      for (const holder of first) await judgeProfile(context, holder);
      for (const holder of first) await judgeAmount(context, market, holder);
    },
  }),
];
