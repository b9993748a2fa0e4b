/** conformance/checks/orders/suite: the checks of orders, cancels and fills. */
import { orderBodyChecks } from './body.ts';
import { cancelRefusalChecks } from './cancel-refusals.ts';
import { cancelEffectCheck } from './cancels.ts';
import { orderClosedCheck } from './closed-market.ts';
import { crossingChecks } from './crossing.ts';
import { twoCrossingCheck } from './crossing-two.ts';
import { orderEffectChecks } from './effects.ts';
import { orderFieldChecks } from './fields.ts';
import { fillEntryCheck } from './fill-entries.ts';
import { fillPositionChecks } from './fill-positions.ts';
import { fillRecordChecks } from './fill-records.ts';
import { fillChecks } from './fills.ts';
import { orderFormChecks } from './forms.ts';
import { orderFundChecks } from './funds.ts';
import { liveFilterCheck } from './live-filters.ts';
import { jointLiveFilterChecks } from './live-filters-together.ts';
import { livePageChecks } from './live-pages.ts';
import { matchPriorityChecks } from './match-priority.ts';
import { placementChecks } from './order-placement.ts';
import { orderPrecisionChecks } from './precision.ts';
import { orderRefusalChecks } from './refusals.ts';
import { restingKindChecks } from './resting-kinds.ts';

export const orderChecks = [
  ...placementChecks,
  ...restingKindChecks,
  liveFilterCheck,
  ...livePageChecks,
  ...jointLiveFilterChecks,
  cancelEffectCheck,
  ...cancelRefusalChecks,
  ...fillChecks,
  ...fillPositionChecks,
  ...fillRecordChecks,
  fillEntryCheck,
  ...orderBodyChecks,
  ...orderFieldChecks,
  ...orderRefusalChecks,
  ...orderFundChecks,
  ...orderPrecisionChecks,
  ...orderFormChecks,
  orderClosedCheck,
  ...orderEffectChecks,
  ...matchPriorityChecks,
  ...crossingChecks,
  twoCrossingCheck,
];
