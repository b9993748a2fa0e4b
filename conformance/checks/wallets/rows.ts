/** conformance/checks/wallets/rows: how checks of the wallet lists are made, and the rows they look at. */

import type { JsonObject } from '../../../spec/json.ts';
import type { RouteId } from '../../../spec/route.ts';
import { routeById } from '../../../spec/routes.ts';
import type { Query } from '../../../wire/message.ts';
import type { Check, CheckContext, Exchange } from '../../check.ts';
import { itemsOf, rolesFor, sendSample } from '../requests.ts';

export function walletCheck(
  id: RouteId,
  what: string,
  draft: Pick<Check, 'title' | 'clauses' | 'kind' | 'run'>,
  cost: Check['cost'],
): Check {
  return {
    id: `${id}.${what}`,
    route: id,
    capability: 'wallet',
    safety: 'read',
    needs: rolesFor(routeById(id)),
    cost,
    ...draft,
  };
}

/** All rows of a wallet list, as far as one page goes. */
export async function rowsOf(
  context: CheckContext,
  id: 'positions' | 'closed-positions' | 'activity',
  query: Query = {},
): Promise<{ readonly answer: Exchange; readonly rows: readonly JsonObject[] }> {
  const largest: Query =
    id === 'positions' ? { limit: '500', sizeThreshold: '0' } : id === 'activity' ? { limit: '500' } : { limit: '50' };
  const answer = await sendSample(context, routeById(id), { ...largest, ...query });
  const rows = itemsOf(routeById(id), answer);
  if (rows.length === 0) context.notTestable('the list is empty', 'name a wallet with more rows in the target file');
  return { answer, rows };
}
