/** sim/clob/reads/functions: the functions of `spec/clob/book-routes`. */
import type { RouteFunction } from '../../routes/call.ts';
import { FACT_FUNCTIONS } from './facts.ts';
import { HISTORY_FUNCTIONS } from './prices-history.ts';
import { QUOTE_FUNCTIONS } from './quotes.ts';

export const READ_FUNCTIONS: Readonly<Record<string, RouteFunction>> = {
  ...FACT_FUNCTIONS,
  ...QUOTE_FUNCTIONS,
  ...HISTORY_FUNCTIONS,
};
