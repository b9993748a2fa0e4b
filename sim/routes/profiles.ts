/** sim/routes/profiles: `GET /profiles/user_address/{user_address}` (4.19): the public profile of a wallet. */
import { error, okJson, type RouteFunction } from './call.ts';

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** A wallet without a profile is not found, like an unknown wallet. */
export const profileRoute: RouteFunction = ({ catalog }, { pathValue }) => {
  if (!ADDRESS.test(pathValue)) {
    return error('bad-request', 'user_address must be a wallet address: 0x and 40 hexadecimal digits');
  }
  const profile = catalog.accountByAddress(pathValue)?.profile;
  if (profile === undefined) return error('not-found', `profile of ${pathValue} not found`);
  return okJson(JSON.stringify(profile));
};
