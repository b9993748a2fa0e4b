/** conformance/checks/clob/keys: API keys from the signature of a private key: created, derived, listed, revoked. */

import { get } from '../../../wire/message.ts';
import { SameAs } from '../../check.ts';
import { fieldLike, statusLike } from '../assertions.ts';
import { clobCheck, clobRoute, judgeResponse, responseClauses } from './statements.ts';
import { byKey, CREATE_KEY, DELETE_KEY, DERIVE_KEY, drawNonce, keyedWallet, withKeyOf } from './wallets.ts';

const ROWS = ['create-api-key', 'derive-api-key', 'delete-api-key'].map((name) => clobRoute(`P/${name}`));
const [CREATED, DERIVED, DELETED] = ROWS as [(typeof ROWS)[0], (typeof ROWS)[0], (typeof ROWS)[0]];

const lifeCheck = clobCheck('keys', {
  title: 'an API key is created once for a nonce, derived again, listed, and revoked',
  clauses: [
    ...ROWS.flatMap(responseClauses),
    'P/create-api-key.once',
    'P/derive-api-key.same',
    'P/api-keys.listed',
    'P/delete-api-key.revoked',
  ],
  safety: 'session',
  capability: 'trading',
  kind: 'auth',
  async run(context) {
    const wallet = keyedWallet(context);
    const nonce = drawNonce(context);
    const created = await context.send(byKey(context, wallet, CREATE_KEY, nonce));
    judgeResponse(context, CREATED, created);
    const own = withKeyOf(wallet, created);
    if (own === undefined) return;
    const again = await context.send(byKey(context, wallet, CREATE_KEY, nonce));
    const because = 'the nonce has a key, and clients derive it after status 400';
    context.judge(statusLike('P/create-api-key.once', again, 400, because));
    const derived = await context.send(byKey(context, wallet, DERIVE_KEY, nonce));
    judgeResponse(context, DERIVED, derived);
    const same = { body: new SameAs(created, '') };
    context.judge({
      clauses: 'P/derive-api-key.same',
      of: derived,
      must: same,
      because: 'POST /auth/api-key created it',
    });
    const listed = await context.send(get('/auth/api-keys'), own);
    const lists = { at: { '/apiKeys': { $contains: [new SameAs(created, '/apiKey')] } } };
    context.judge({ clauses: 'P/api-keys.listed', of: listed, must: lists, because: 'the key signed the request' });
    const deleted = await context.send(DELETE_KEY, own);
    if (!judgeResponse(context, DELETED, deleted)) return;
    const after = await context.send(get('/auth/api-keys'), own);
    context.judge(statusLike('P/delete-api-key.revoked', after, 401, 'its key was revoked'));
  },
});

const balanceCheck = clobCheck('balance-allowance.units', {
  title: 'the balance of dollars counts millionths',
  clauses: ['P/balance-allowance.collateral'],
  safety: 'session',
  capability: 'trading',
  async run(context) {
    const query = { asset_type: 'COLLATERAL', signature_type: '0' };
    const of = await context.send(get('/balance-allowance', query), keyedWallet(context));
    context.judge(fieldLike('P/balance-allowance.collateral', of, '/balance', { $match: '^\\d+$' }));
  },
});

export const clobKeyChecks = [lifeCheck, balanceCheck];
