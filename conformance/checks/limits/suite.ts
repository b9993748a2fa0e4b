/** conformance/checks/limits/suite: the checks of request limits. */
import { sustainedLimitChecks } from './sustained.ts';
import { limitWindowChecks } from './windows.ts';

export const limitChecks = [...limitWindowChecks, ...sustainedLimitChecks];
