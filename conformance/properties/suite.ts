/** conformance/properties/suite: every property, in the order of a report. */
import { listProperties } from './lists/suite.ts';
import type { Property } from './property.ts';
import { requestProperties } from './requests/properties.ts';

export const PROPERTIES: readonly Property[] = [...requestProperties, ...listProperties];
