/** conformance/checks/clob/suite: checks of routes that a profile adds, or serves in another form. */
import type { Profile } from '../../../spec/profile.ts';
import type { Check } from '../../check.ts';
import { clobOrderChecks } from './orders.ts';
import { clobRelationChecks } from './relations.ts';
import { clobAuthChecks, clobSignatureChecks } from './signatures.ts';
import { clobResponseChecks } from './statements.ts';
import { clobKeyChecks } from './wallets.ts';

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
