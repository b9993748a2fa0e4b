/** proof/judge/wrappers/profile-with: the document profile with other values, as an option of a simulator. */
import { loadProfile, type Profile } from '../../../spec/profile.ts';

/** The document profile with some values changed. */
export function profileWith(change: (profile: Profile) => Partial<Profile>): { readonly profile: Profile } {
  const document = loadProfile('document');
  return { profile: { ...document, ...change(document) } };
}
