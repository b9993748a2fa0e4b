/** conformance/checks/clob/suite: the checks of the routes that profiles add to the interface, or serve in another form. */
import type { Check } from '../../check.ts';

export const clobChecks: readonly Check[] = [];
