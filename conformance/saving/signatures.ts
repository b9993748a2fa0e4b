/**
 * conformance/saving/signatures: steps with a deliberately wrong signature: by a wallet that no deployment knows, or for a body
 * other than the one that is sent. The recorder cannot recognize either.
 */
import type { Exchange } from '../../scenarios/recording/exchange.ts';
import type { Words } from '../../scenarios/recording/request-words.ts';
import { isObject } from '../../spec/json.ts';
import { authHeaders } from '../../wire/signer.ts';
import { STRANGER } from '../checks/unknown-names.ts';
import type { Names } from './supply.ts';

/** A stranger's exchange as if the first wallet had signed it, because no deployment can sign for a stranger. */
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

/** This wallet exists on no deployment, so its headers are not secret. */
function byStranger(step: Words): Words {
  const { address, apiKey, passphrase } = STRANGER;
  return { ...step, sign: { headers: { svc_address: address, svc_api_key: apiKey, svc_passphrase: passphrase } } };
}

/** A signature that is correct for the body without surrounding white space. */
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
