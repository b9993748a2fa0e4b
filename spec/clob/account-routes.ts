/** spec/clob/account-routes: API keys from the signature of a private key, and the state of an account. */
import { z } from 'zod';
import { type ExtraRoute, signedRead } from './extra-route.ts';

const Trio = z.strictObject({ apiKey: z.uuid(), secret: z.base64url(), passphrase: z.string().length(64) });

const levelOne = {
  family: 'plain',
  limits: ['book-all'],
  auth: 'L1',
  query: [],
  errors: ['bad-request', 'unauthorized', 'internal'],
} as const satisfies Partial<ExtraRoute>;

export const accountRoutes: readonly ExtraRoute[] = [
  {
    ...levelOne,
    id: 'P/create-api-key',
    method: 'POST',
    path: '/auth/api-key',
    purpose: 'create the API key of an address and a nonce',
    body: 'optional',
    ok: Trio,
  },
  {
    ...levelOne,
    id: 'P/derive-api-key',
    method: 'GET',
    path: '/auth/derive-api-key',
    purpose: 'the API key of an address and a nonce once more',
    body: 'none',
    ok: Trio,
  },
  {
    ...signedRead,
    id: 'P/api-keys',
    path: '/auth/api-keys',
    purpose: 'the API keys of the caller',
    query: [],
    ok: z.strictObject({ apiKeys: z.array(z.uuid()) }),
  },
  {
    ...signedRead,
    id: 'P/delete-api-key',
    method: 'DELETE',
    path: '/auth/api-key',
    purpose: 'revoke the API key of the request',
    query: [],
    body: 'optional',
    ok: z.literal('OK'),
  },
  {
    ...signedRead,
    id: 'P/closed-only',
    path: '/auth/ban-status/closed-only',
    purpose: 'whether the caller may only close positions',
    query: [],
    ok: z.strictObject({ closed_only: z.boolean() }),
  },
  {
    ...signedRead,
    id: 'P/balance-allowance',
    path: '/balance-allowance',
    purpose: 'the dollars or shares of a wallet of the caller, and what the exchanges may move',
    query: [
      {
        name: 'asset_type',
        type: 'string',
        required: true,
        members: ['COLLATERAL', 'CONDITIONAL'],
        text: 'dollars or shares',
      },
      { name: 'token_id', type: 'string', text: 'the token of CONDITIONAL' },
      { name: 'signature_type', type: 'integer', min: 0, max: 3, default: 0, text: 'the type of the wallet' },
    ],
    ok: z.strictObject({ balance: z.string(), allowances: z.record(z.string(), z.string()) }),
  },
  {
    ...signedRead,
    id: 'P/update-balance-allowance',
    path: '/balance-allowance/update',
    purpose: 'read balances from the chain again, which changes nothing here',
    query: [],
    ok: z.literal('OK'),
  },
  {
    ...signedRead,
    id: 'P/notifications',
    path: '/notifications',
    purpose: 'notifications of the caller: there are none here',
    query: [],
    ok: z.array(z.record(z.string(), z.unknown())),
  },
  {
    ...signedRead,
    id: 'P/drop-notifications',
    method: 'DELETE',
    path: '/notifications',
    purpose: 'mark notifications as read',
    query: [],
    body: 'optional',
    ok: z.literal('OK'),
  },
  {
    ...signedRead,
    id: 'P/order-scoring',
    path: '/order-scoring',
    purpose: 'whether an order earns rewards: no order does',
    query: [{ name: 'order_id', type: 'string', required: true, text: 'the order' }],
    ok: z.strictObject({ scoring: z.boolean() }),
  },
  {
    ...signedRead,
    id: 'P/orders-scoring',
    method: 'POST',
    path: '/orders-scoring',
    purpose: 'whether orders earn rewards: no order does',
    query: [],
    body: 'json',
    ok: z.record(z.string(), z.boolean()),
  },
];
