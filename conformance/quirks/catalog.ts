/** conformance/quirks/catalog: every quirk, family by family. Ids are unique. */
import { generalQuirks } from './families/general.ts';
import { orderQuirks } from './families/orders.ts';
import type { Quirk } from './quirk.ts';

export const allQuirks: readonly Quirk[] = [...generalQuirks, ...orderQuirks];
