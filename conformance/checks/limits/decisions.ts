/** conformance/checks/limits/decisions: decisions about interface section 8: how a window moves and whether a throttled request counts. */
import { routeById } from '../../../spec/routes.ts';
import type { Check, CheckContext } from '../../check.ts';
import { sameStatus } from '../assertions.ts';
import { check } from '../definition.ts';
import { sampleRequest } from '../requests.ts';
import { type Ask, burst, isThrottled, WINDOW_MS } from './burst.ts';
import { windowOf } from './windows.ts';

const MAX = windowOf('book-prices', 0).max;
const HALF = MAX / 2;

const onePrice: Ask = (context) => context.send(sampleRequest(routeById('prices'), context.bindings));

/** Fills a part of the window; ends the check if a request of that part is throttled. */
async function fill(context: CheckContext, count: number): Promise<void> {
  const { throttled } = await burst(context, count, onePrice);
  if (throttled !== undefined)
    context.notTestable(`not all of ${count} requests are accepted`, 'see the check of the window itself');
}

const slidingCheck = check('limits', 'sliding', {
  title: 'each request leaves the window by itself',
  clauses: ['D/limit-windows.sliding'],
  route: 'prices',
  needs: ['book'],
  cost: { prices: MAX + HALF + 1 },
  run: async (context) => {
    await fill(context, HALF);
    await context.pause(WINDOW_MS / 2);
    await fill(context, HALF);
    await context.pause(WINDOW_MS / 2 + 1);
    const { first, throttled, alike } = await burst(context, HALF + 1, onePrice);
    const expected = `room for ${HALF} requests after the first ${HALF} of ${MAX} have left the window`;
    const fault =
      throttled !== undefined && alike === HALF ? undefined : { expected, actual: `${alike} responses like the first` };
    context.judgeBy('D/limit-windows.sliding', throttled ?? first, fault, 'the responses of a burst are counted');
  },
});

const THROTTLED = 2 * MAX;

const freeCheck = check('limits', 'throttled-is-free', {
  title: 'a request is accepted after the time of Retry-After, even after many throttled ones',
  clauses: ['D/throttled-answer.consumes-nothing'],
  route: 'prices',
  needs: ['book'],
  cost: { prices: MAX + THROTTLED + 1 },
  run: async (context) => {
    const { first } = await burst(context, MAX, onePrice);
    await context.pause(WINDOW_MS / 2);
    const over = await burst(context, THROTTLED, onePrice);
    const seconds = Number(over.first.headers['retry-after'] ?? Number.NaN);
    if (!isThrottled(first, over.first) || !Number.isInteger(seconds) || seconds > 60)
      context.notTestable('no throttled response has a Retry-After header', 'claim a profile that sends Retry-After');
    await context.pause(seconds * 1_000);
    const again = await onePrice(context);
    const because = `the ${THROTTLED} throttled requests count for nothing, and Retry-After has passed`;
    context.judge(sameStatus('D/throttled-answer.consumes-nothing', again, first, because));
  },
});

export const limitDecisionChecks: readonly Check[] = [slidingCheck, freeCheck];
