/** conformance/checks/freshness/suite: equal requests get other responses after an order rests, ends or fills. */
import { freshExpiryChecks } from './expiry.ts';
import { freshFillChecks } from './fill.ts';
import { freshRestCheck } from './rest.ts';
import { freshSoldOutCheck } from './sold-out.ts';

export const freshnessChecks = [freshRestCheck, ...freshFillChecks, freshSoldOutCheck, ...freshExpiryChecks];
