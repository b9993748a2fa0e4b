import { heartbeatExpiryChecks } from './expiry.ts';
import { heartbeatResponseChecks } from './responses.ts';

export const heartbeatChecks = [...heartbeatResponseChecks, ...heartbeatExpiryChecks];
