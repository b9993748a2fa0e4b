/** proof/judge/wrappers/profile-with: the document profile with other values, as the change of a quirk. */
import { loadProfile, type Profile } from '../../../spec/profile.ts';
import type { Quirk } from '../variant.ts';

export function profiled(change: (profile: Profile) => Partial<Profile>): Pick<Quirk, 'world'> {
  const document = loadProfile('document');
  return { world: { profile: { ...document, ...change(document) } } };
}

export const withOrders = (order: Partial<Profile['order']>): Pick<Quirk, 'world'> =>
  profiled((document) => ({ order: { ...document.order, ...order } }));
