/** conformance/checks/heartbeats/suite: the checks of heartbeats, of their ids, and of orders when they stop. */
import { heartbeatExpiryChecks } from './expiry.ts';
import { heartbeatResponseChecks } from './responses.ts';

export const heartbeatChecks = [...heartbeatResponseChecks, ...heartbeatExpiryChecks];
