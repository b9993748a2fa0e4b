/**
 * conformance/checks/wallets/row-profiles: entries of activity and holders compared with the public profile of their wallet
 * (interface 2.3, 2.4).
 */

import type { JsonObject } from '../../../spec/json.ts';
import { flagAt, isObject, numberAt, objectsIn, textAt } from '../../../spec/json.ts';
import { get, isSuccess } from '../../../wire/message.ts';
import { type Check, type CheckContext, type Exchange, SameAs } from '../../check.ts';
import { valueIn } from '../agreement.ts';
import { check } from '../definition.ts';
import { CENT, isSameCent } from '../quantities.ts';
import { sendPath } from '../requests.ts';
import { unreadable } from '../sources.ts';
import { askHolders } from './holder-groups.ts';
import { rowsOf } from './page.ts';

/** The first text of a profile that differs in a row; a profile value of another type is a defect of the profile, not of the row. */
function otherText(row: JsonObject | undefined, { json }: Exchange): string | undefined {
  const profile = isObject(json) ? json : {};
  const fields = ['name', 'pseudonym', 'bio', 'profileImage'];
  const isText = (field: string): boolean => profile[field] === undefined || typeof profile[field] === 'string';
  return fields.filter(isText).find((field) => textAt(row, field) !== profile[field]);
}

const activityCheck = check('activity', 'profile', {
  title: "entries have the name, pseudonym, bio and picture of the wallet's public profile",
  clauses: ['2.3/profile.same'],
  cost: { activity: 1, profile: 1 },
  run: async (context: CheckContext) => {
    const { response, rows } = await rowsOf(context, 'activity');
    const profile = await sendPath(context, 'profile', context.bindings.activeWallets[0] ?? '');
    if (!isSuccess(profile) || !isObject(profile.json))
      context.notTestable(
        'the wallet has no public profile',
        'name an active wallet with a profile in the target file',
      );
    const other = otherText(rows[0], profile);
    context.expect('2.3/profile.same', other === undefined, response, {
      pointer: `/0/${other ?? ''}`,
      expected: String(textAt(profile.json, other ?? '')),
      expectation: other === undefined ? undefined : { at: { [`/0/${other}`]: new SameAs(profile, `/${other}`) } },
      actual: rows[0]?.[other ?? ''],
    });
  },
});

const holderCheck = check('holders', 'position', {
  title: "a holder's amount is the size of that wallet's position, and its profile is the public one",
  clauses: ['4.10/amount.position', '2.4/holders.profile'],
  cost: { holders: 1, positions: 2, profile: 2 },
  run: async (context) => {
    const market = context.bindings.heldMarkets[0] ?? '';
    const { response, groups } = await askHolders(context, [market]);
    const first = groups.flatMap(({ holders }) => holders.slice(0, 1));
    for (const holder of first) await judgeProfile(context, response, holder);
    for (const holder of first) await judgeAmount(context, response, market, holder);
  },
});

async function judgeAmount(
  context: CheckContext,
  response: Exchange,
  market: string,
  holder: JsonObject,
): Promise<void> {
  const wallet = textAt(holder, 'proxyWallet') ?? '';
  const held = await context.send(get('/positions', { user: wallet, market, sizeThreshold: '0' }));
  if (!isSuccess(held) || !Array.isArray(held.json)) unreadable(context, 'positions', 'the answer');
  const rows = objectsIn(held.json);
  const isReadable = (row: JsonObject): boolean =>
    numberAt(row, 'outcomeIndex') !== undefined && numberAt(row, 'size') !== undefined;
  if (!rows.every(isReadable)) unreadable(context, 'positions', 'outcomeIndex and size');
  const sizes = rows
    .filter((row) => numberAt(row, 'outcomeIndex') === numberAt(holder, 'outcomeIndex'))
    .map((row) => numberAt(row, 'size') ?? Number.NaN);
  const amount = numberAt(holder, 'amount') ?? -1;
  const isHeld = sizes.some((size) => isSameCent(size, amount));
  context.expect('4.10/amount.position', isHeld, response, {
    expected: `the size of the position of ${wallet}, ${sizes.join(', ')}`,
    expectation: valueIn(response, holder, 'amount', { $any: sizes.map((size) => ({ $near: [size, CENT] })) }),
    actual: amount,
  });
}

async function judgeProfile(context: CheckContext, response: Exchange, holder: JsonObject): Promise<void> {
  const wallet = textAt(holder, 'proxyWallet') ?? '';
  const profile = await sendPath(context, 'profile', wallet);
  if (!isSuccess(profile) || !isObject(profile.json)) return;
  const other = otherText(holder, profile);
  const flag = profile.json['displayUsernamePublic'];
  const isWrong = flag !== undefined && typeof flag !== 'boolean';
  const isFlagSame = isWrong || flagAt(holder, 'displayUsernamePublic') === flag;
  context.expect('2.4/holders.profile', other === undefined && isFlagSame, response, {
    expected: `the public profile of ${wallet}`,
    expectation: other === undefined ? undefined : valueIn(response, holder, other, new SameAs(profile, `/${other}`)),
    actual: other ?? 'displayUsernamePublic',
  });
}

export const rowProfileChecks: readonly Check[] = [activityCheck, holderCheck];
