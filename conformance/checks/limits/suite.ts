import { sustainedLimitChecks } from './sustained.ts';
import { limitWindowChecks } from './windows.ts';

export const limitChecks = [...limitWindowChecks, ...sustainedLimitChecks];
