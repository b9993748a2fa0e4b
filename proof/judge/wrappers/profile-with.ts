/** proof/judge/wrappers/profile-with: the document profile with other values, as the change of a quirk. */
import { entriesOf } from '../../../base/record.ts';
import { loadProfile, type Profile } from '../../../spec/profile.ts';
import type { Quirk } from '../variant.ts';

/** The values of a section that are not named stay as they are. */
export function profiled(
  sections: { readonly [Name in keyof Profile]?: Partial<Profile[Name]> },
): Pick<Quirk, 'world'> {
  const document = loadProfile('document');
  const changed = entriesOf(sections).map(([name, values]) => [name, Object.assign({}, document[name], values)]);
  return { world: { profile: { ...document, ...Object.fromEntries(changed) } } };
}
