/** sim/clob/gamma/functions: the functions of `spec/clob/gamma-routes`. */
import type { RouteFunction } from '../../routes/call.ts';
import { EVENT_FUNCTIONS } from './events.ts';
import { GROUP_FUNCTIONS } from './groups.ts';
import { MARKET_FUNCTIONS } from './markets.ts';
import { PEOPLE_FUNCTIONS } from './people.ts';

export const GAMMA_FUNCTIONS: Readonly<Record<string, RouteFunction>> = {
  ...MARKET_FUNCTIONS,
  ...EVENT_FUNCTIONS,
  ...GROUP_FUNCTIONS,
  ...PEOPLE_FUNCTIONS,
};
