/** conformance/checks/catalog/suite: the checks of markets, events, comments and profiles. */

import { commentChecks } from './comments.ts';
import { creatorChecks, creatorScopeChecks } from './creators.ts';
import { catalogErrorChecks } from './errors.ts';
import { eventRouteChecks, exactKeyChecks } from './events.ts';
import { marketFilterChecks } from './market-filters.ts';
import { marketRowChecks } from './market-rows.ts';
import { marketViewChecks } from './market-views.ts';
import { catalogOrderChecks } from './order.ts';
import { profileChecks } from './profiles.ts';

export const catalogChecks = [
  ...marketFilterChecks,
  ...exactKeyChecks,
  ...creatorScopeChecks,
  ...catalogOrderChecks,
  ...marketRowChecks,
  ...marketViewChecks,
  ...eventRouteChecks,
  ...creatorChecks,
  ...commentChecks,
  ...profileChecks,
  ...catalogErrorChecks,
];
