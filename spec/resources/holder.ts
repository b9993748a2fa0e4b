/** spec/resources/holder: top holders of a market, grouped by token (interface 2.4). */
import { z } from 'zod';
import { amount, flag, integer, resource, text } from './resource.ts';

/** One holder: `amount` is the token balance in shares. */
export const Holder = resource('2.4', 'holders.', {
  proxyWallet: text,
  bio: text,
  asset: text,
  pseudonym: text,
  amount,
  displayUsernamePublic: flag,
  outcomeIndex: integer,
  name: text,
  profileImage: text,
  profileImageOptimized: text,
});
export type Holder = z.infer<typeof Holder>;

/** Item of `GET /holders` (2.4). */
export const HolderGroup = resource('2.4', '', { token: text, holders: z.array(Holder) });
export type HolderGroup = z.infer<typeof HolderGroup>;
