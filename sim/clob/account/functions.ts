/** sim/clob/account/functions: the functions of `spec/clob/account-routes`. */
import type { RouteFunction } from '../../routes/call.ts';
import { closedOnly, createApiKey, deleteApiKey, deriveApiKey, listApiKeys } from './api-keys.ts';
import { balanceAllowance, done, noNotifications, orderScoring, ordersScoring } from './balances.ts';

export const ACCOUNT_FUNCTIONS: Readonly<Record<string, RouteFunction>> = {
  'P/create-api-key': createApiKey,
  'P/derive-api-key': deriveApiKey,
  'P/api-keys': listApiKeys,
  'P/delete-api-key': deleteApiKey,
  'P/closed-only': closedOnly,
  'P/balance-allowance': balanceAllowance,
  'P/update-balance-allowance': done,
  'P/notifications': noNotifications,
  'P/drop-notifications': done,
  'P/order-scoring': orderScoring,
  'P/orders-scoring': ordersScoring,
};
