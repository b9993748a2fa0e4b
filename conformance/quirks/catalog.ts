/** conformance/quirks/catalog: every quirk, family by family. Ids are unique. */
import { contentQuirks } from './families/contents.ts';
import { generalQuirks } from './families/general.ts';
import { orderQuirks } from './families/orders.ts';
import { transportQuirks } from './families/transport.ts';
import { worldQuirks } from './families/worlds.ts';
import type { Quirk } from './quirk.ts';

export const allQuirks: readonly Quirk[] = [
  ...generalQuirks,
  ...orderQuirks,
  ...worldQuirks,
  ...contentQuirks,
  ...transportQuirks,
];
