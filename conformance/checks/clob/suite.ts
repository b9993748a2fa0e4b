/** conformance/checks/clob/suite: the checks of the routes that a profile adds to the interface, or serves in another form. */
import type { Profile } from '../../../spec/profile.ts';
import type { Check } from '../../check.ts';
import { clobAuthChecks } from './auth.ts';
import { clobKeyChecks } from './keys.ts';
import { clobOrderChecks } from './orders.ts';
import { clobRelationChecks } from './relations.ts';
import { clobResponseChecks } from './responses.ts';
import { clobSignatureChecks } from './signatures.ts';

export function clobChecks(profile: Profile): readonly Check[] {
  return [
    ...clobResponseChecks,
    ...clobRelationChecks(profile),
    ...clobKeyChecks,
    ...clobAuthChecks,
    ...clobOrderChecks(profile),
    ...clobSignatureChecks,
  ];
}
