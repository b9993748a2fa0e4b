/** proof/judge/mutants/limits: request windows that never fill, fill too early, or do not empty. */
import type { Response } from '../../../wire/message.ts';
import { family, type Wrap } from '../variant.ts';
import { jsonOf, withBody } from '../wrappers/responses.ts';
import { isThrottled, throttling } from './seen-limits.ts';

const { table } = family('limits');

const unlimited: Wrap = (handle) => {
  let address = 0;
  return (request) => {
    const response = handle({ ...request, client: `client-${address}` });
    if (!isThrottled(response)) return response;
    address += 1;
    return handle({ ...request, client: `client-${address}` });
  };
};

function narrow(max: number): Wrap {
  return (handle, { now }) => {
    let recent: number[] = [];
    return (request) => {
      recent = recent.filter((moment) => moment > now() - 10_000);
      const response = handle(request);
      if (recent.length >= max) return throttled(response);
      recent.push(now());
      return response;
    };
  };
}

function throttled(response: Response): Response {
  const headers = { ...response.headers, 'retry-after': '1' };
  return { ...withBody(response, { error: 'too many requests' }), status: 429, headers };
}

const grudging: Wrap = (handle, { now }) => {
  let until = 0;
  return (request) => {
    const response = handle(request);
    if (isThrottled(response) && now() >= until) until = now() + 120_000;
    return now() < until ? throttled(response) : response;
  };
};

const withoutRetryAfter = throttling(({ headers, ...response }) => {
  const kept = Object.entries(headers).filter(([name]) => name !== 'retry-after');
  return { ...response, headers: Object.fromEntries(kept) };
});
const untyped = throttling((response) => withBody(response, { error: jsonOf(response)['error'] }));

export const limitMutants = table({
  markets: [
    ['unlimited', '8.1/catalog-markets', 'requests are not counted', unlimited],
    ['throttled-untyped', 'D/throttled-answer.family', 'throttled responses have no type', untyped],
  ],
  'event-creators': [['narrow', 'D/limit-scopes.events', 'a window holds 499 requests', narrow(499)]],
  books: [
    ['unlimited', '8/edge', 'requests are not counted', unlimited],
    ['narrow', '8/below', 'a window holds 79 requests', narrow(79)],
  ],
  prices: [
    ['unlimited', '8.2/book-prices', 'requests are not counted', unlimited],
    ['grudging', '8/recovers', 'a throttled client stays throttled for two minutes', grudging],
    ['throttled-silent', 'D/throttled-answer.retry-after', 'no response has Retry-After', withoutRetryAfter],
  ],
  'trading-settings': [['unlimited', '8.2/book-all', 'requests are not counted', unlimited]],
  'place-order': [['narrow', '8.3/write-order.burst', 'a window holds 2399 orders', narrow(2_399)]],
  'cancel-order': [['narrow', '8.3/write-cancel.burst', 'a window holds 2399 cancels', narrow(2_399)]],
});
