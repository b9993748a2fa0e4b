/** spec/tables/wallet-routes: positions, closed positions, activity and holders (interface 4.7 to 4.10). */
import { z } from 'zod';
import { activityQuery, closedPositionsQuery, holdersQuery, positionsQuery } from '../params.ts';
import { ActivityEntry, ClosedPosition, HolderGroup, Position } from '../resources/wallet-data.ts';
import type { Route } from '../route.ts';
import { arrayOf, wallet } from './family-rows.ts';

export const walletRoutes: readonly Route[] = [
  {
    ...wallet,
    id: 'closed-positions',
    path: '/closed-positions',
    section: '4.7',
    purpose: 'closed positions of a wallet',
    subject: 'closed-wallet',
    query: closedPositionsQuery,
    ...arrayOf(ClosedPosition),
  },
  {
    ...wallet,
    id: 'positions',
    path: '/positions',
    section: '4.8',
    purpose: 'current positions of a wallet',
    subject: 'wallet',
    query: positionsQuery,
    ...arrayOf(Position),
  },
  {
    ...wallet,
    id: 'activity',
    path: '/activity',
    section: '4.9',
    purpose: 'activity feed of a wallet',
    subject: 'active-wallet',
    query: activityQuery,
    ...arrayOf(ActivityEntry),
  },
  {
    ...wallet,
    id: 'holders',
    path: '/holders',
    section: '4.10',
    purpose: 'top holders per market',
    subject: 'held-market',
    query: holdersQuery,
    ok: z.array(HolderGroup),
    item: { schema: HolderGroup, at: '', counted: 'holders' },
  },
];
