/** conformance/checks/orders/suite: the checks of orders, cancels and fills. */
import { orderBodyChecks, orderFieldChecks } from './body.ts';
import { cancelEffectCheck, cancelRefusalChecks } from './cancels.ts';
import { crossingChecks } from './crossing.ts';
import { fillEntryCheck, twoCrossingCheck } from './crossing-two.ts';
import { orderClosedCheck, orderEffectChecks } from './effects.ts';
import { fillPositionChecks } from './fill-positions.ts';
import { fillChecks, fillRecordChecks } from './fills.ts';
import { jointLiveFilterChecks, liveFilterCheck, livePageChecks } from './live-orders.ts';
import { matchPriorityChecks } from './match-priority.ts';
import { placementChecks, restingKindChecks } from './order-placement.ts';
import { orderFormChecks, orderFundChecks, orderPrecisionChecks, orderRefusalChecks } from './refusals.ts';

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
