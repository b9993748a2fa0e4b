/** sim/routes/activity: `GET /activity` (interface 4.9): the activity of a wallet, newest first. */
import { formatMicro } from '../../base/units.ts';
import type { Movement } from '../views/movement.ts';
import type { Views } from '../views/views.ts';
import { okJson, type RouteFunction } from './call.ts';

const LIMIT_DEFAULT = 100;

/** An unknown wallet has an empty feed. */
export const activity: RouteFunction = ({ views }, { params }) => {
  views.catchUp();
  const person = views.people.byAddress(String(params['user']));
  if (person === undefined) return okJson('[]');
  const limit = Number(params['limit'] ?? LIMIT_DEFAULT);
  const offset = Number(params['offset'] ?? 0);
  const page = views.activity.page(person.account.index, offset, limit);
  return okJson(`[${page.map((movement) => entryText(views, movement)).join(',')}]`);
};

export function entryText(views: Views, movement: Movement): string {
  const { type, side, size, cash, source } = movement;
  const { json } = views.tokens.card(movement.market, movement.outcome);
  const person = views.people.person(movement.wallet);
  const transactions = type === 'TRADE' ? views.ids.tradeTransaction : views.ids.ledgerTransaction;
  return (
    `{${person.wallet},"timestamp":${Math.floor(movement.at / 1000)},"type":"${type}"` +
    `,"size":${formatMicro(size)},"usdcSize":${formatMicro(cash)}` +
    `,"transactionHash":"${transactions.encode(source)}"` +
    `,"price":${formatMicro(movement.price)},"side":"${side}"` +
    `,${json.asset},${json.market},${json.outcome},${person.names}}`
  );
}
