/** conformance/checks/catalog/suite: the checks of markets, events, comments and profiles. */
import { catalogColumnChecks } from './columns.ts';
import { commentTreeChecks } from './comment-tree.ts';
import { commentChecks } from './comments.ts';
import { creatorChecks } from './creators.ts';
import { catalogOrderChecks, orderedDirectionChecks } from './direction.ts';
import { catalogErrorChecks } from './errors.ts';
import { eventRouteChecks, exactKeyChecks } from './events.ts';
import { creatorScopeChecks } from './market-creator.ts';
import { marketFilterPairChecks, marketFilterSetChecks } from './market-filter-sets.ts';
import { marketAliasChecks, marketFilterChecks } from './market-filters.ts';
import { marketRowChecks } from './market-rows.ts';
import { marketViewChecks } from './market-views.ts';
import { profileChecks } from './profiles.ts';
import { catalogValueChecks } from './values.ts';

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
