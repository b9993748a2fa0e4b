/** conformance/checks/freshness/suite: equal requests get other responses after an order rests, ends or fills. */
import { freshExpiryChecks, freshRestCheck } from './expiry.ts';
import { freshFillChecks, freshSoldOutCheck } from './fill.ts';

export const freshnessChecks = [freshRestCheck, ...freshFillChecks, freshSoldOutCheck, ...freshExpiryChecks];
