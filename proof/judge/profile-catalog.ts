/** proof/judge/profile-catalog: the mutants of the routes that profiles add or serve in another form. */
import { loadProfile, type Profile } from '../../spec/profile.ts';
import { everyMutant } from './catalog.ts';
import { profileFieldMutants } from './generated/profile-fields.ts';
import { profileResponseMutants } from './generated/profile-responses.ts';
import { profileRelationMutants } from './mutants/profile-relations.ts';
import type { Mutant } from './variant.ts';

export const profileMutants: readonly Mutant[] = [
  ...profileFieldMutants(),
  ...profileResponseMutants(),
  ...profileRelationMutants,
];

/** The mutants of the interface, or those of a profile with routes of its own. */
export function mutantsOf(profile: string | Profile = 'document'): readonly Mutant[] {
  const { clob } = typeof profile === 'string' ? loadProfile(profile) : profile;
  return clob === undefined ? everyMutant : profileMutants;
}

/** The mutant with this id that a service with the profile can have. */
export function mutantServed(id: string, profile?: string | Profile): Mutant | undefined {
  return [...everyMutant, ...mutantsOf(profile)].find((mutant) => mutant.id === id);
}
