/** conformance/checks/wallets/page: the rows of a wallet that checks of its lists read. */
import { routeById } from '../../../spec/routes.ts';
import type { Query } from '../../../wire/message.ts';
import type { CheckContext } from '../../check.ts';
import type { Listed } from '../assertions.ts';
import { itemsOf, sendSample } from '../requests.ts';

export type WalletList = 'positions' | 'closed-positions' | 'activity';

const largest: Readonly<Record<WalletList, Query>> = {
  positions: { limit: '500', sizeThreshold: '0' },
  'closed-positions': { limit: '50' },
  activity: { limit: '500' },
};

/** All rows of a wallet list, up to one page; ends the check if the list is empty. */
export async function rowsOf(context: CheckContext, id: WalletList, query: Query = {}): Promise<Listed> {
  const response = await sendSample(context, routeById(id), { ...largest[id], ...query });
  const rows = itemsOf(routeById(id), response);
  if (rows.length === 0) context.notTestable('the list is empty', 'name a wallet with more rows in the target file');
  return { response, rows };
}

/** The asset of a row is its condition with the index of its outcome. */
export const ASSET = { $joined: { at: '/asset', of: ['/conditionId', ':', '/outcomeIndex'] } };
