/** conformance/quirks/catalog: every quirk, family by family. Ids are unique. */

import { accountQuirks } from './families/accounts.ts';
import { bookQuirks } from './families/books.ts';
import { catalogQuirks } from './families/catalog.ts';
import { contentQuirks } from './families/contents.ts';
import { generalQuirks } from './families/general.ts';
import { latenessQuirks } from './families/lateness.ts';
import { leniencyQuirks } from './families/leniency.ts';
import { limitQuirks } from './families/limits.ts';
import { liveDataQuirks } from './families/live-data.ts';
import { orderOutcomeQuirks } from './families/order-outcomes.ts';
import { orderRuleQuirks } from './families/order-rules.ts';
import { orderQuirks } from './families/orders.ts';
import { placeOrderQuirks } from './families/place-order.ts';
import { protocolQuirks } from './families/protocol.ts';
import { requestQuirks } from './families/requests.ts';
import { stateQuirks } from './families/states.ts';
import { tradeQuirks } from './families/trades.ts';
import { transportQuirks } from './families/transport.ts';
import { walletQuirks } from './families/wallets.ts';
import { worldQuirks } from './families/worlds.ts';
import type { Quirk } from './quirk.ts';

export const allQuirks: readonly Quirk[] = [
  ...generalQuirks,
  ...bookQuirks,
  ...catalogQuirks,
  ...contentQuirks,
  ...orderOutcomeQuirks,
  ...orderRuleQuirks,
  ...orderQuirks,
  ...placeOrderQuirks,
  ...protocolQuirks,
  ...limitQuirks,
  ...requestQuirks,
  ...stateQuirks,
  ...transportQuirks,
  ...walletQuirks,
  ...worldQuirks,
  ...latenessQuirks,
  ...leniencyQuirks,
  ...liveDataQuirks,
  ...accountQuirks,
  ...tradeQuirks,
];
