/** spec/openapi/groups: the tags of the document. Each operation belongs to one of them. */
import type { DescribedRoute } from '../clob/served-routes.ts';

const GROUPS = {
  heartbeat: 'Keeps a trading session alive (section 4.2).',
  orders: 'Signed trading writes: place and cancel an order (sections 4.3 and 4.4).',
  account: 'Live orders and builder trades (sections 4.5 and 4.6).',
  wallets: 'Cached wallet data: positions, activity and holders (sections 4.7 to 4.10).',
  catalog: 'Markets, events, creators, comments and profiles (sections 4.11, 4.12 and 4.18 to 4.20).',
  'market data': 'Trading markets, order books and best prices (sections 4.13 to 4.17).',
} as const;

/** The `tags` of the document, in the order in which readers see the sections. */
export const TAGS: readonly { readonly name: string; readonly description: string }[] = Object.entries(GROUPS).map(
  ([name, description]) => ({ name, description }),
);

export function groupOf({ auth, body, family, id }: DescribedRoute): keyof typeof GROUPS {
  if (body === 'heartbeat' || id === 'heartbeat') return 'heartbeat';
  if (body === 'order' || body === 'cancel') return 'orders';
  if (family === 'wallet') return 'wallets';
  if (family === 'typed') return 'catalog';
  return auth !== 'none' || id === 'builder-trades' ? 'account' : 'market data';
}
