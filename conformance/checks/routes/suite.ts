/** conformance/checks/routes/suite: checks of many routes: parameters, paging, ids, existence, statuses, errors. */
import { acceptedChecks } from './accepted.ts';
import { checksumChecks } from './checksums.ts';
import { conditionIdChecks } from './condition-ids.ts';
import { existenceChecks } from './existence.ts';
import { internalErrorChecks } from './internal-errors.ts';
import { offsetPagingChecks } from './offset-paging.ts';
import { parameterChecks } from './parameters.ts';
import { precedenceChecks } from './precedence.ts';
import { statusChecks } from './statuses.ts';
import { unlistedChecks } from './unlisted.ts';
import { viewPageChecks } from './view-pages.ts';

export const routeChecks = [
  ...parameterChecks,
  ...offsetPagingChecks,
  ...viewPageChecks,
  ...acceptedChecks,
  ...precedenceChecks,
  ...conditionIdChecks,
  ...existenceChecks,
  ...unlistedChecks,
  ...statusChecks,
  ...checksumChecks,
  ...internalErrorChecks,
];
