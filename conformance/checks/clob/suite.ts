/** conformance/checks/clob/suite: checks of routes that a profile adds, or serves in another form. */
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
