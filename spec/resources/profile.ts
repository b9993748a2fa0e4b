/** spec/resources/profile: public profiles (interface 2.8). */
import { z } from 'zod';
import { all, flag, freeForm, isoMoment, resource, text } from './resource.ts';

/** Answer of `GET /profiles/user_address/{user_address}` (2.8). The contents of `users` are unspecified objects. */
export const PublicProfile = resource('2.8', '', {
  createdAt: isoMoment,
  proxyWallet: text,
  profileImage: text,
  displayUsernamePublic: flag,
  ...all(text, 'bio', 'pseudonym', 'name'),
  users: z.array(freeForm),
  xUsername: text,
  verifiedBadge: flag,
});
export type PublicProfile = z.infer<typeof PublicProfile>;
