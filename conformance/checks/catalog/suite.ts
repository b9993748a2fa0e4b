/** conformance/checks/catalog/suite: the checks of markets, events, comments and profiles. */

import { commentChecks, commentTreeChecks } from './comments.ts';
import { creatorChecks, creatorScopeChecks } from './creators.ts';
import { catalogErrorChecks, catalogValueChecks } from './errors.ts';
import { eventRouteChecks, exactKeyChecks } from './events.ts';
import {
  marketAliasChecks,
  marketFilterChecks,
  marketFilterPairChecks,
  marketFilterSetChecks,
} from './market-filters.ts';
import { marketRowChecks } from './market-rows.ts';
import { marketViewChecks } from './market-views.ts';
import { catalogColumnChecks, catalogOrderChecks, orderedDirectionChecks } from './order.ts';
import { profileChecks } from './profiles.ts';

export const catalogChecks = [
  ...marketFilterChecks,
  ...marketFilterSetChecks,
  ...marketFilterPairChecks,
  ...marketAliasChecks,
  ...exactKeyChecks,
  ...creatorScopeChecks,
  ...catalogOrderChecks,
  ...orderedDirectionChecks,
  ...catalogColumnChecks,
  ...marketRowChecks,
  ...marketViewChecks,
  ...eventRouteChecks,
  ...creatorChecks,
  ...commentChecks,
  ...commentTreeChecks,
  ...profileChecks,
  ...catalogValueChecks,
  ...catalogErrorChecks,
];
