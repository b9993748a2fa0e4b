/** conformance/checks/catalog/suite: the checks of markets, events, comments and profiles. */
import { catalogColumnChecks } from './columns.ts';
import { commentTreeChecks } from './comment-tree.ts';
import { commentChecks } from './comments.ts';
import { creatorChecks } from './creators.ts';
import { catalogOrderChecks } from './direction.ts';
import { catalogErrorChecks } from './errors.ts';
import { eventRouteChecks } from './events.ts';
import { exactKeyChecks } from './exact-keys.ts';
import { marketAliasChecks } from './market-aliases.ts';
import { creatorScopeChecks } from './market-creator.ts';
import { marketFilterPairChecks } from './market-filter-pairs.ts';
import { marketFilterSetChecks } from './market-filter-sets.ts';
import { marketFilterChecks } from './market-filters.ts';
import { marketRowChecks } from './market-rows.ts';
import { marketViewChecks } from './market-views.ts';
import { orderedDirectionChecks } from './ordered-direction.ts';
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
