/** conformance/checks/wallets/row-profiles: entries of activity and holders beside the public profile of their wallet (interface 2.3, 2.4). */
import type { JsonObject } from '../../../spec/json.ts';
import { flagAt, numberAt, objectsIn, textAt } from '../../../spec/json.ts';
import { get, isSuccess } from '../../../wire/message.ts';
import type { Check, CheckContext, Exchange } from '../../check.ts';
import { routeCheck } from '../drafts.ts';
import { isSameCent } from '../quantities.ts';
import { sendPath } from '../requests.ts';
import { askHolders } from './holder-groups.ts';
import { rowsOf } from './page.ts';

/** The first text of a profile that a row tells otherwise. */
function otherText(row: JsonObject | undefined, profile: Exchange): string | undefined {
  const fields = ['name', 'pseudonym', 'bio', 'profileImage'];
  return fields.find((field) => textAt(row, field) !== textAt(profile.json, field));
}

const activityCheck = routeCheck('activity', 'profile', {
  title: "entries carry the name, pseudonym, bio and picture of the wallet's public profile",
  clauses: ['2.3/profile.same'],
  kind: 'consistency',
  cost: { activity: 1, profile: 1 },
  run: async (context: CheckContext) => {
    const { answer, rows } = await rowsOf(context, 'activity');
    const profile = await sendPath(context, 'profile', context.bindings.activeWallets[0] ?? '');
    if (!isSuccess(profile))
      context.notTestable(
        'the wallet has no public profile',
        'name an active wallet with a profile in the target file',
      );
    const other = otherText(rows[0], profile);
    context.expect('2.3/profile.same', other === undefined, answer, {
      pointer: `/0/${other ?? ''}`,
      expected: String(textAt(profile.json, other ?? '')),
      actual: rows[0]?.[other ?? ''],
    });
  },
});

const holderCheck = routeCheck('holders', 'position', {
  title: "a holder's amount is the size of that wallet's position, and its profile is the public one",
  clauses: ['4.10/amount.position', '2.4/holders.profile'],
  kind: 'consistency',
  cost: { holders: 1, positions: 2, profile: 2 },
  run: async (context) => {
    const market = context.bindings.heldMarkets[0] ?? '';
    const { answer, groups } = await askHolders(context, [market]);
    for (const holder of groups.flatMap(({ holders }) => holders.slice(0, 1))) {
      await judgeAmount(context, answer, market, holder);
      await judgeProfile(context, answer, holder);
    }
  },
});

async function judgeAmount(context: CheckContext, answer: Exchange, market: string, holder: JsonObject): Promise<void> {
  const wallet = textAt(holder, 'proxyWallet') ?? '';
  const held = await context.send(get('/positions', { user: wallet, market, sizeThreshold: '0' }));
  const sizes = objectsIn(held.json)
    .filter((row) => numberAt(row, 'outcomeIndex') === numberAt(holder, 'outcomeIndex'))
    .map((row) => numberAt(row, 'size') ?? 0);
  const amount = numberAt(holder, 'amount') ?? -1;
  const isHeld = sizes.some((size) => isSameCent(size, amount));
  context.expect('4.10/amount.position', isHeld, answer, {
    expected: `the size of the position of ${wallet}, ${sizes.join(', ')}`,
    actual: amount,
  });
}

async function judgeProfile(context: CheckContext, answer: Exchange, holder: JsonObject): Promise<void> {
  const wallet = textAt(holder, 'proxyWallet') ?? '';
  const profile = await sendPath(context, 'profile', wallet);
  if (!isSuccess(profile)) return;
  const other = otherText(holder, profile);
  const isFlagSame = flagAt(holder, 'displayUsernamePublic') === flagAt(profile.json, 'displayUsernamePublic');
  context.expect('2.4/holders.profile', other === undefined && isFlagSame, answer, {
    expected: `the public profile of ${wallet}`,
    actual: other ?? 'displayUsernamePublic',
  });
}

/** Rows beside profiles. */
export const rowProfileChecks: readonly Check[] = [activityCheck, holderCheck];
