/** conformance/saving/unknown-wallet: requests of a wallet that no deployment knows, signed by a known one. */
import type { RecordedExchange } from '../../scenarios/recording/recorded-exchange.ts';
import type { Words } from '../../scenarios/recording/request-words.ts';
import type { Wallet } from '../../wire/credentials.ts';
import { STRANGER } from '../checks/unknown-names.ts';

/** The exchange as if `known` had signed it, if it is one of the unknown wallet. */
export function claimed(exchange: RecordedExchange, known: Wallet | undefined): RecordedExchange {
  const { request } = exchange;
  if (known === undefined || !isOfStranger(exchange)) return exchange;
  return { ...exchange, request: { ...request, headers: { ...request.headers, svc_address: known.address } } };
}

/** The step with the headers of the unknown wallet, if its exchange is one of it. They are not secret. */
export function byStranger(step: Words, exchange: RecordedExchange): Words {
  const { address, apiKey, passphrase } = STRANGER;
  if (!isOfStranger(exchange)) return step;
  return { ...step, sign: { headers: { svc_address: address, svc_api_key: apiKey, svc_passphrase: passphrase } } };
}

function isOfStranger({ request }: RecordedExchange): boolean {
  return request.headers['svc_api_key'] === STRANGER.apiKey;
}
