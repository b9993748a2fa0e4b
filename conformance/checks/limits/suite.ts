/** conformance/checks/limits/suite: the checks of request limits. */
import type { Check } from '../../check.ts';
import { sustainedLimitChecks } from './sustained.ts';
import { limitWindowChecks } from './windows.ts';

export const limitChecks: readonly Check[] = [...limitWindowChecks, ...sustainedLimitChecks];
