/** spec/clob/account-routes: API keys from the signature of a private key, and the state of an account. */

import { z } from 'zod';
import { integerParam, stringParam } from '../params.ts';
import type { Param } from '../route.ts';
import { type ExtraRoute, rowsOf, signedRead } from './extra-route.ts';

const Trio = z.strictObject({ apiKey: z.uuid(), secret: z.base64url(), passphrase: z.string().length(64) });
const Done = z.literal('OK');

const byKey = rowsOf({ ...signedRead, auth: 'L1' });
const read = rowsOf(signedRead);
const remove = rowsOf({ ...signedRead, method: 'DELETE', body: 'optional' });

const assetType = stringParam('asset_type', 'dollars or shares', {
  required: true,
  members: ['COLLATERAL', 'CONDITIONAL'],
});
const balanceQuery: readonly Param[] = [
  assetType,
  stringParam('token_id', 'the token of CONDITIONAL'),
  integerParam('signature_type', 'the type of the wallet', { min: 0, max: 3, default: 0 }),
];
const orderId = stringParam('order_id', 'the order', { required: true });

export const accountRoutes: readonly ExtraRoute[] = [
  byKey('create-api-key', '/auth/api-key', 'create the API key of an address and a nonce', Trio, {
    method: 'POST',
    body: 'optional',
  }),
  byKey('derive-api-key', '/auth/derive-api-key', 'the API key of an address and a nonce once more', Trio),
  read('api-keys', '/auth/api-keys', 'the API keys of the caller', z.strictObject({ apiKeys: z.array(z.uuid()) })),
  remove('delete-api-key', '/auth/api-key', 'revoke the API key of the request', Done),
  read(
    'closed-only',
    '/auth/ban-status/closed-only',
    'whether the caller may only close positions',
    z.strictObject({ closed_only: z.boolean() }),
  ),
  read(
    'balance-allowance',
    '/balance-allowance',
    'the dollars or shares of a wallet of the caller, and what the exchanges may move',
    z.strictObject({ balance: z.string(), allowances: z.record(z.string(), z.string()) }),
    { query: balanceQuery },
  ),
  read(
    'update-balance-allowance',
    '/balance-allowance/update',
    'read balances from the chain again, which changes nothing here',
    Done,
  ),
  read(
    'notifications',
    '/notifications',
    'notifications of the caller: there are none here',
    z.array(z.record(z.string(), z.unknown())),
  ),
  remove('drop-notifications', '/notifications', 'mark notifications as read', Done),
  read(
    'order-scoring',
    '/order-scoring',
    'whether an order earns rewards: no order does',
    z.strictObject({ scoring: z.boolean() }),
    { query: [orderId] },
  ),
  read(
    'orders-scoring',
    '/orders-scoring',
    'whether orders earn rewards: no order does',
    z.record(z.string(), z.boolean()),
    { method: 'POST', body: 'json' },
  ),
];
