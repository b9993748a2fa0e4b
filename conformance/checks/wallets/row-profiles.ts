/** conformance/checks/wallets/row-profiles: activity and holders agree with the profile of their wallet (2.3, 2.4). */
import { isObject, type JsonObject, numberAt, objectsIn, textAt } from '../../../base/json.ts';
import { get, isSuccess } from '../../../wire/message.ts';
import { type CheckContext, type Exchange, SameAs } from '../../check.ts';
import { fieldLike, unreadable, valueAt } from '../assertions.ts';
import { check, sendPath } from '../definition.ts';
import { CENT } from '../quantities.ts';
import { readHolders, rowsOf } from './page.ts';

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

const activityCheck = check('activity', 'profile', {
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
    const must = valueAt('/0', profileLike(profile, profile.json, OF_ENTRY));
    context.judge({ clauses: '2.3/profile.same', of: response, must });
  },
});

const holderCheck = check('holders', 'position', {
  title: "a holder's amount is the size of that wallet's position, and its profile is the public one",
  clauses: ['4.10/amount.position', '2.4/holders.profile'],
  cost: { holders: 1, positions: 2, profile: 2 },
  async run(context) {
    const market = context.bindings.heldMarkets[0] ?? '';
    const { response, groups } = await readHolders(context, [market]);
    const first = groups.flatMap(({ holders: [row], at }) =>
      row === undefined ? [] : [{ response, place: `/${at}/holders/0`, wallet: textAt(row, 'proxyWallet') ?? '' }],
    );
    for (const holder of first) await judgeProfile(context, holder);
    for (const holder of first) await judgeAmount(context, market, holder);
  },
});

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
  const must = valueAt(place, profileLike(profile, profile.json, OF_HOLDER));
  context.judge({ clauses: '2.4/holders.profile', of: response, must });
}

export const rowProfileChecks = [activityCheck, holderCheck];
