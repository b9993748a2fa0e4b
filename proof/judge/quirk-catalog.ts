/** proof/judge/quirk-catalog: every quirk, family by family. Ids are unique. */

import type { Quirk } from './quirk.ts';
import { accountQuirks } from './quirks/accounts.ts';
import { bookQuirks } from './quirks/books.ts';
import { catalogQuirks } from './quirks/catalog.ts';
import { contentQuirks } from './quirks/contents.ts';
import { generalQuirks } from './quirks/general.ts';
import { latenessQuirks } from './quirks/lateness.ts';
import { leniencyQuirks } from './quirks/leniency.ts';
import { limitQuirks } from './quirks/limits.ts';
import { liveDataQuirks } from './quirks/live-data.ts';
import { orderOutcomeQuirks } from './quirks/order-outcomes.ts';
import { orderRuleQuirks } from './quirks/order-rules.ts';
import { orderQuirks } from './quirks/orders.ts';
import { placeOrderQuirks } from './quirks/place-order.ts';
import { protocolQuirks } from './quirks/protocol.ts';
import { requestQuirks } from './quirks/requests.ts';
import { stateQuirks } from './quirks/states.ts';
import { tradeQuirks } from './quirks/trades.ts';
import { transportQuirks } from './quirks/transport.ts';
import { walletQuirks } from './quirks/wallets.ts';
import { worldQuirks } from './quirks/worlds.ts';

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
