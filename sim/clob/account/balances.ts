/** sim/clob/account/balances: dollars and shares of the caller's wallets, and routes without content here. */
import { CLOB_CONTRACTS, type SignatureType } from '../../../spec/clob/contracts.ts';
import { error, okJson, okValue, type RouteFunction, type RouteFunctions } from '../../routes/call.ts';
import type { Service } from '../../service.ts';
import type { WorldAccount } from '../../world/world.ts';
import { ownerOf } from './api-keys.ts';
import type { Owner } from './owners.ts';

/** The largest allowance: nothing on a simulated chain has to be approved. */
const UNLIMITED = ((1n << 256n) - 1n).toString();

/** Whole micro units, shares and dollars in open orders included, as on the chain. */
const balanceAllowance: RouteFunction = (service, { params, caller }) => {
  const { views, world } = service;
  const isShares = params['asset_type'] === 'CONDITIONAL';
  const card = isShares ? views.tokens.byTokenId(String(params['token_id'] ?? '')) : undefined;
  if (isShares && card === undefined) return error('bad-request', 'Invalid token id');
  const type = Number(params['signature_type'] ?? 0) as SignatureType;
  const wallet = walletOfType(service, ownerOf(service, caller?.index), type)?.index;
  const held =
    card === undefined
      ? wallet !== undefined && world.venue.cash(wallet)
      : wallet !== undefined && world.venue.tokens(wallet, card.market.index, card.outcome);
  const balance = held ? String(held.free + held.reserved) : '0';
  return okValue({ balance, allowances: allowancesOf(service) });
};

/** Of several wallets of a type, the one that ordered last: the request does not name a wallet. */
function walletOfType({ views }: Service, { wallets }: Owner, type: SignatureType): WorldAccount | undefined {
  views.catchUp();
  return wallets
    .filter(({ owner }) => (owner?.signatureType ?? 0) === type)
    .reduce<WorldAccount | undefined>(
      (best, each) =>
        best === undefined || views.openOrders.latestOf(each.index) > views.openOrders.latestOf(best.index)
          ? each
          : best,
      undefined,
    );
}

function allowancesOf({ profile }: Service): Record<string, string> {
  const { standard, negativeRisk, adapter } = CLOB_CONTRACTS[profile.clob?.contracts ?? 'polymarket'];
  const spenders = [standard[0]?.verifyingContract, negativeRisk[0]?.verifyingContract, adapter];
  return Object.fromEntries(spenders.flatMap((spender) => (spender === undefined ? [] : [[spender, UNLIMITED]])));
}

const done: RouteFunction = () => okJson('"OK"');

/** The body is a list of order ids. */
const ordersScoring: RouteFunction = (_service, { body }) => {
  if (!Array.isArray(body) || !body.every((id) => typeof id === 'string'))
    return error('bad-request', 'Invalid payload');
  return okValue(Object.fromEntries(body.map((id: string) => [id, false])));
};

export const BALANCE_FUNCTIONS: RouteFunctions = {
  'P/balance-allowance': balanceAllowance,
  'P/update-balance-allowance': done,
  'P/notifications': () => okJson('[]'),
  'P/drop-notifications': done,
  'P/order-scoring': () => okJson('{"scoring":false}'),
  'P/orders-scoring': ordersScoring,
};
