/**
 * conformance/saving/signatures: steps that are signed otherwise than they should be: by a wallet that no deployment knows, or for another
 * body than is sent. The recorder knows nothing of either; the check did it on purpose.
 */
import type { Exchange } from '../../scenarios/recording/exchange.ts';
import type { Words } from '../../scenarios/recording/request-words.ts';
import { isObject } from '../../spec/json.ts';
import { authHeaders } from '../../wire/signer.ts';
import { STRANGER } from '../checks/nobody.ts';
import type { Names } from './supply.ts';

/** The exchange as if the first wallet had claimed it, where it is a stranger's: no deployment can sign for that one. */
export function claimed(exchange: Exchange, { wallets }: Names): Exchange {
  const [first] = Object.values(wallets);
  const { request } = exchange;
  if (first === undefined || !isOfStranger(exchange)) return exchange;
  return { ...exchange, request: { ...request, headers: { ...request.headers, svc_address: first.address } } };
}

/** The step, signed as wrongly as the exchange was. */
export function signedAlike(step: Words, exchange: Exchange, { wallets }: Names): Words {
  const { as } = step;
  const wallet = typeof as === 'string' ? wallets[as] : undefined;
  if (wallet === undefined) return step;
  return isOfStranger(exchange) ? byStranger(step) : forOtherBody(step, exchange, wallet);
}

function isOfStranger({ request }: Exchange): boolean {
  return request.headers['svc_api_key'] === STRANGER.apiKey;
}

/** Nobody has given this wallet a key: its headers are no secret. */
function byStranger(step: Words): Words {
  const { address, apiKey, passphrase } = STRANGER;
  return { ...step, sign: { headers: { svc_address: address, svc_api_key: apiKey, svc_passphrase: passphrase } } };
}

/** A signature that is right for the body without what stands around it. */
function forOtherBody(step: Words, { request }: Exchange, wallet: Names['wallets'][string]): Words {
  const { sign } = step;
  const { body } = request;
  const stamp = Number(request.headers['svc_timestamp']);
  const signature = isObject(sign) && isObject(sign['headers']) ? sign['headers']['svc_signature'] : undefined;
  if (typeof signature !== 'string' || typeof body !== 'string' || !Number.isSafeInteger(stamp)) return step;
  const text = body.trim();
  const { svc_signature: right } = authHeaders(wallet, { ...request, body: text }, stamp);
  if (right !== request.headers['svc_signature']) return step;
  const { body: _, ...rest } = step;
  return { ...rest, text: body, sign: { text } };
}
