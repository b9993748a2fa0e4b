/** conformance/checks/routes/suite: checks of many routes: parameters, paging, ids, existence, statuses, errors. */

import { checksumChecks, conditionIdChecks } from './condition-ids.ts';
import { existenceChecks } from './existence.ts';
import { pageChecks } from './pages.ts';
import { acceptedChecks, parameterChecks } from './parameters.ts';
import { precedenceChecks } from './precedence.ts';
import { internalErrorChecks, statusChecks } from './statuses.ts';
import { unlistedChecks } from './unlisted.ts';

export const routeChecks = [
  ...parameterChecks,
  ...pageChecks,
  ...acceptedChecks,
  ...precedenceChecks,
  ...conditionIdChecks,
  ...existenceChecks,
  ...unlistedChecks,
  ...statusChecks,
  ...checksumChecks,
  ...internalErrorChecks,
];
