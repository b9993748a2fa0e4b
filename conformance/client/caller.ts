/** conformance/client/caller: requests of commands that are no run: in turn, signed, retried if throttled. */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseJson } from '../../base/json.ts';
import type { Request, SendOutcome, Target } from '../../wire/message.ts';
import { signed } from '../../wire/signer.ts';
import type { Exchange, Wallet } from '../check.ts';
import { isThrottled } from './exchange.ts';

/** The reason why there is no response. */
export type Silence = Pick<Extract<SendOutcome, { kind: 'trouble' }>, 'trouble' | 'detail'>;

export type Caller = {
  /** Sends one request, signed if a wallet is given. The first must be unsigned, so that the service clock is known. */
  send(request: Request, as?: Wallet): Promise<Exchange | Silence>;
  /** Unix seconds on the service clock, to sign with. */
  seconds(): number;
};

const ATTEMPTS = 4;
const LONGEST_PAUSE_MS = 11_000;

export function isResponse(result: Exchange | Silence): result is Exchange {
  return 'status' in result;
}

export function createCaller(target: Target): Caller {
  let aheadMs = 0;
  const once = async (request: Request): Promise<Exchange | Silence> => {
    const outcome = await target.send(request);
    if (outcome.kind === 'trouble') return outcome;
    const { status, headers, body } = outcome.response;
    const now = Date.parse(headers['date'] ?? '');
    if (!Number.isNaN(now)) aheadMs = now - Date.now();
    return { request, status, headers, text: body, json: parseJson(body) };
  };
  const seconds = () => Math.floor((Date.now() + aheadMs) / 1_000);
  return {
    seconds,
    async send(request, as) {
      for (let attempt = 1; ; attempt += 1) {
        const result = await once(as === undefined ? request : signed(as, request, seconds()));
        if (!isResponse(result) || !isThrottled(result) || attempt === ATTEMPTS) return result;
        const delay = Number(result.headers['retry-after'] ?? 1) * 1_000;
        await sleep(Math.min(LONGEST_PAUSE_MS, delay >= 0 ? delay : 1_000));
      }
    },
  };
}
