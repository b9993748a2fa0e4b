/**
 * conformance/checks/wallets/row-profiles: entries of activity and holders compared with the public profile of their wallet
 * (interface 2.3, 2.4).
 */

import type { JsonObject } from '../../../spec/json.ts';
import { isObject, numberAt, objectsIn, textAt } from '../../../spec/json.ts';
import { get, isSuccess } from '../../../wire/message.ts';
import { type Check, type CheckContext, type Exchange, SameAs } from '../../check.ts';
import { valueAt } from '../assertions.ts';
import { check } from '../definition.ts';
import { CENT } from '../quantities.ts';
import { sendPath } from '../requests.ts';
import { unreadable } from '../sources.ts';
import { askHolders } from './holder-groups.ts';
import { rowsOf } from './page.ts';

const NO_TEXT = { $any: [{ $absent: true }, { $not: { $type: 'string' } }] };

/** The pattern of a row with the texts of a profile; a profile value of another type is a defect of the profile, not of the row. */
function textsLike(profile: Exchange, json: JsonObject): JsonObject {
  const fields = ['name', 'pseudonym', 'bio', 'profileImage'];
  const readable = fields.filter((field) => json[field] === undefined || typeof json[field] === 'string');
  return Object.fromEntries(
    readable.map((field) => [field, json[field] === undefined ? NO_TEXT : new SameAs(profile, `/${field}`)]),
  );
}

const activityCheck = check('activity', 'profile', {
  title: "entries have the name, pseudonym, bio and picture of the wallet's public profile",
  clauses: ['2.3/profile.same'],
  cost: { activity: 1, profile: 1 },
  run: async (context: CheckContext) => {
    const { response } = await rowsOf(context, 'activity');
    const profile = await sendPath(context, 'profile', context.bindings.activeWallets[0] ?? '');
    if (!isSuccess(profile) || !isObject(profile.json))
      context.notTestable(
        'the wallet has no public profile',
        'name an active wallet with a profile in the target file',
      );
    const must = valueAt('/0', textsLike(profile, profile.json));
    context.judge({ clauses: '2.3/profile.same', of: response, must });
  },
});

const holderCheck = check('holders', 'position', {
  title: "a holder's amount is the size of that wallet's position, and its profile is the public one",
  clauses: ['4.10/amount.position', '2.4/holders.profile'],
  cost: { holders: 1, positions: 2, profile: 2 },
  run: async (context) => {
    const market = context.bindings.heldMarkets[0] ?? '';
    const { response, groups } = await askHolders(context, [market]);
    const first = groups.flatMap(({ holders: [row], at }) =>
      row === undefined ? [] : [{ response, place: `/${at}/holders/0`, wallet: textAt(row, 'proxyWallet') ?? '' }],
    );
    for (const holder of first) await judgeProfile(context, holder);
    for (const holder of first) await judgeAmount(context, market, holder);
  },
});

/** A holder by its place in a response. */
type Holder = { readonly response: Exchange; readonly place: string; readonly wallet: string };

async function judgeAmount(context: CheckContext, market: string, { response, place, wallet }: Holder): Promise<void> {
  const held = await context.send(get('/positions', { user: wallet, market, sizeThreshold: '0' }));
  if (!isSuccess(held) || !Array.isArray(held.json)) unreadable(context, 'positions', 'the response');
  const rows = objectsIn(held.json).map((row) => [numberAt(row, 'outcomeIndex'), numberAt(row, 'size')] as const);
  if (rows.flat().includes(undefined)) unreadable(context, 'positions', 'outcomeIndex and size');
  const positions = rows.map(([outcomeIndex, size]) => ({ outcomeIndex, amount: { $near: [size, CENT] } }));
  context.judge({
    clauses: '4.10/amount.position',
    of: response,
    must: valueAt(place, { $any: [{ $absent: true }, ...positions] }),
    because: `these are the positions of ${wallet}`,
  });
}

async function judgeProfile(context: CheckContext, { response, place, wallet }: Holder): Promise<void> {
  const profile = await sendPath(context, 'profile', wallet);
  if (!isSuccess(profile) || !isObject(profile.json)) return;
  const flag = profile.json['displayUsernamePublic'];
  const noFlag = { $any: [{ $absent: true }, { $not: { $type: 'boolean' } }] };
  const ofFlag = {
    displayUsernamePublic: flag === undefined ? noFlag : new SameAs(profile, '/displayUsernamePublic'),
  };
  const isFlag = flag === undefined || typeof flag === 'boolean';
  const must = valueAt(place, { ...textsLike(profile, profile.json), ...(isFlag ? ofFlag : {}) });
  context.judge({ clauses: '2.4/holders.profile', of: response, must });
}

export const rowProfileChecks: readonly Check[] = [activityCheck, holderCheck];
