/** spec/resources/holder: top holders of a market, grouped by token (interface 2.4). */
import { z } from 'zod';
import { all, amount, flag, integer, resource, text } from './resource.ts';

/** One holder: `amount` is the token balance in shares. */
export const Holder = resource('2.4', 'holders.', {
  ...all(text, 'proxyWallet', 'bio', 'asset', 'pseudonym'),
  amount,
  displayUsernamePublic: flag,
  outcomeIndex: integer,
  ...all(text, 'name', 'profileImage', 'profileImageOptimized'),
});
export type Holder = z.infer<typeof Holder>;

/** Item of `GET /holders` (2.4). */
export const HolderGroup = resource('2.4', '', { token: text, holders: z.array(Holder) });
export type HolderGroup = z.infer<typeof HolderGroup>;
