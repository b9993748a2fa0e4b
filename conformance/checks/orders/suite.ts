/** conformance/checks/orders/suite: the checks of orders, cancels and fills. */
import { orderBodyChecks, orderFieldChecks } from './body.ts';
import { cancelEffectCheck, cancelRefusalChecks } from './cancels.ts';
import { crossingChecks } from './crossing.ts';
import { fillEntryCheck, twoCrossingCheck } from './crossing-two.ts';
import { orderClosedCheck, orderEffectChecks } from './effects.ts';
import { fillPositionChecks } from './fill-positions.ts';
import { fillChecks, fillRecordChecks } from './fills.ts';
import { liveOrderChecks } from './live-orders.ts';
import { matchPriorityChecks } from './match-priority.ts';
import { placementChecks, restingKindChecks } from './order-placement.ts';
import { orderRefusalChecks } from './refusals.ts';

export const orderChecks = [
  ...placementChecks,
  ...restingKindChecks,
  ...liveOrderChecks,
  cancelEffectCheck,
  ...cancelRefusalChecks,
  ...fillChecks,
  ...fillPositionChecks,
  ...fillRecordChecks,
  fillEntryCheck,
  ...orderBodyChecks,
  ...orderFieldChecks,
  ...orderRefusalChecks,
  orderClosedCheck,
  ...orderEffectChecks,
  ...matchPriorityChecks,
  ...crossingChecks,
  twoCrossingCheck,
];
