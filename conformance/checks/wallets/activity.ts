/** conformance/checks/wallets/activity: the activity feed of a wallet, its rows and its pages (interface 2.3, 4.9). */

import type { JsonObject } from '../../../spec/json.ts';
import { listAt, numberAt, textAt } from '../../../spec/json.ts';
import { parseJsonStringArray } from '../../../spec/resources/resource.ts';
import { routeById } from '../../../spec/routes.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { Check, CheckContext, Exchange } from '../../check.ts';
import { itemsOf, rolesFor, sendPath, sendSample } from '../requests.ts';
import { canonicalJson } from '../steady.ts';

const activity = routeById('activity');

function activityCheck(
  what: string,
  draft: Pick<Check, 'title' | 'clauses' | 'kind' | 'run'>,
  cost: Check['cost'],
): Check {
  return {
    id: `activity.${what}`,
    route: 'activity',
    capability: 'wallet',
    safety: 'read',
    needs: rolesFor(activity),
    cost,
    ...draft,
  };
}

async function feed(
  context: CheckContext,
): Promise<{ readonly answer: Exchange; readonly rows: readonly JsonObject[]; readonly user: string }> {
  const answer = await sendSample(context, activity, { limit: '500' });
  const rows = itemsOf(activity, answer);
  if (rows.length === 0)
    context.notTestable('the wallet has no activity', 'name a wallet with activity in the target file');
  return { answer, rows, user: context.bindings.activeWallets[0] ?? '' };
}

const inUnit = (value: number | undefined): boolean => value !== undefined && value >= 0 && value <= 1;

const rowsCheck = activityCheck(
  'rows',
  {
    title: 'entries belong to the wallet, in Unix seconds, with a price from 0 to 1 and a side',
    clauses: [
      '2.3/proxyWallet.user',
      '2.3/timestamp.seconds',
      '2.3/price.range',
      '2.3/side.BUY',
      '2.3/side.SELL',
      '2.3/type.TRADE',
    ],
    kind: 'consistency',
    run: async (context: CheckContext) => {
      const { answer, rows, user } = await feed(context);
      const trades = rows.filter((row) => textAt(row, 'type') === 'TRADE');
      context.expect('2.3/type.TRADE', trades.length > 0, answer, {
        expected: 'entries of type TRADE',
        actual: textAt(rows[0], 'type'),
      });
      const all = (
        clause: string,
        pointer: string,
        expected: string,
        among: readonly JsonObject[],
        holds: (row: JsonObject) => boolean,
      ) => {
        if (among.length === 0) return;
        const at = rows.findIndex((row) => among.includes(row) && !holds(row));
        context.expect(clause, at < 0, answer, { pointer: `/${at}/${pointer}`, expected, actual: rows[at]?.[pointer] });
      };
      all(
        '2.3/proxyWallet.user',
        'proxyWallet',
        user,
        rows,
        (row) => textAt(row, 'proxyWallet')?.toLowerCase() === user.toLowerCase(),
      );
      all(
        '2.3/timestamp.seconds',
        'timestamp',
        'Unix seconds',
        rows,
        (row) => (numberAt(row, 'timestamp') ?? 0) > 1e9 && (numberAt(row, 'timestamp') ?? 0) < 1e10,
      );
      all('2.3/price.range', 'price', 'a price from 0 to 1', rows, (row) => inUnit(numberAt(row, 'price')));
      for (const side of ['BUY', 'SELL']) {
        const seen = trades.some((row) => textAt(row, 'side') === side);
        if (seen)
          all(`2.3/side.${side}`, 'side', 'BUY or SELL', trades, (row) =>
            ['BUY', 'SELL'].includes(textAt(row, 'side') ?? ''),
          );
      }
    },
  },
  { activity: 1 },
);

const marketCheck = activityCheck(
  'market',
  {
    title: 'entries tell of the market what the catalogue tells of it',
    clauses: ['2.3/outcome.named', '2.3/market.same'],
    kind: 'consistency',
    run: async (context: CheckContext) => {
      const { answer, rows } = await feed(context);
      const slugs = [
        ...new Map(
          rows.filter((row) => textAt(row, 'slug') !== '').map((row) => [textAt(row, 'slug') ?? '', row]),
        ).values(),
      ];
      for (const row of slugs.slice(0, 3)) {
        const market = await sendPath(context, 'market-by-slug', textAt(row, 'slug') ?? '');
        const same =
          isSuccess(market) &&
          textAt(row, 'title') === textAt(market.json, 'question') &&
          textAt(row, 'icon') === textAt(market.json, 'icon') &&
          textAt(row, 'eventSlug') === textAt(listAt(market.json, 'events')[0], 'slug');
        context.expect('2.3/market.same', same, answer, {
          expected: `title, icon and eventSlug of the market ${textAt(row, 'slug')}`,
          actual: row,
        });
        const name = (parseJsonStringArray(textAt(market.json, 'outcomes') ?? '') ?? [])[
          numberAt(row, 'outcomeIndex') ?? -1
        ];
        context.expect('2.3/outcome.named', textAt(row, 'outcome') === name, answer, {
          pointer: '/outcome',
          expected: String(name),
          actual: row['outcome'],
        });
      }
    },
  },
  { activity: 1, 'market-by-slug': 3 },
);

const profileCheck = activityCheck(
  'profile',
  {
    title: "entries carry the name, pseudonym, bio and picture of the wallet's public profile",
    clauses: ['2.3/profile.same'],
    kind: 'consistency',
    run: async (context: CheckContext) => {
      const { answer, rows, user } = await feed(context);
      const profile = await sendPath(context, 'profile', user);
      if (!isSuccess(profile))
        context.notTestable(
          'the wallet has no public profile',
          'name an active wallet with a profile in the target file',
        );
      const fields = ['name', 'pseudonym', 'bio', 'profileImage'];
      const other = fields.find((field) => textAt(rows[0], field) !== textAt(profile.json, field));
      context.expect('2.3/profile.same', other === undefined, answer, {
        pointer: `/0/${other ?? ''}`,
        expected: String(other === undefined ? '' : textAt(profile.json, other)),
        actual: other === undefined ? '' : rows[0]?.[other],
      });
    },
  },
  { activity: 1, profile: 1 },
);

const stableCheck = activityCheck(
  'stable',
  {
    title: 'the feed keeps its order from one page to the next',
    clauses: ['4.9/stable'],
    kind: 'pagination',
    run: async (context: CheckContext) => {
      const { answer, rows } = await feed(context);
      if (rows.length < 4)
        context.notTestable(
          'the wallet has fewer than four entries',
          'name a wallet with more activity in the target file',
        );
      const half = Math.floor(rows.length / 2);
      const pages = [
        await sendSample(context, activity, { limit: String(half) }),
        await sendSample(context, activity, { limit: '500', offset: String(half) }),
      ];
      const joined = pages.flatMap((page) => itemsOf(activity, page).map(canonicalJson)).slice(0, rows.length);
      const at = rows.findIndex((row, index) => canonicalJson(row) !== joined[index]);
      context.expect('4.9/stable', at < 0, answer, {
        pointer: `/${at}`,
        expected: 'the same entry at the same place of the pages',
        actual: joined[at],
      });
      const newest = (numberAt(rows[0], 'timestamp') ?? 0) >= (numberAt(rows.at(-1), 'timestamp') ?? 0);
      context.fact('order.activity', newest ? 'newest first' : 'oldest first');
    },
  },
  { activity: 3 },
);

/** Statements about the activity feed. */
export const activityChecks: readonly Check[] = [rowsCheck, marketCheck, profileCheck, stableCheck];
