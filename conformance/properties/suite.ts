/** conformance/properties/suite: every property, in the order of a report. */
import { concurrencyProperties } from './concurrency/properties.ts';
import { historyProperties } from './histories/properties.ts';
import { listProperties } from './lists/suite.ts';
import type { Property } from './property.ts';
import { callerProperties } from './refusals/callers.ts';
import { failureProperties } from './refusals/failures.ts';
import { orderBodyProperties } from './refusals/orders.ts';
import { relationProperties } from './relations/properties.ts';
import { requestProperties } from './requests/judge.ts';
import { viewProperties } from './views/properties.ts';

export const PROPERTIES: readonly Property[] = [
  ...requestProperties,
  ...callerProperties,
  ...failureProperties,
  ...orderBodyProperties,
  ...relationProperties,
  ...listProperties,
  ...historyProperties,
  ...viewProperties,
  ...concurrencyProperties,
];
