/** conformance/checks/limits/decisions: decisions about interface section 8: how a window moves and whether a throttled request counts. */
import { routeById } from '../../../spec/routes.ts';
import type { Check, CheckContext } from '../../check.ts';
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
    context.notTestable(`${count} requests are not answered`, 'see the check of the window itself');
}

const slidingCheck = check('limits', 'sliding', {
  title: 'room comes back as single requests leave the window',
  clauses: ['D/limit-windows.sliding'],
  route: 'prices',
  needs: ['book'],
  cost: { prices: MAX + HALF + 1 },
  run: async (context) => {
    await fill(context, HALF);
    await context.pause(WINDOW_MS / 2);
    await fill(context, HALF);
    await context.pause(WINDOW_MS / 2 + 1);
    const { first, throttled, answered } = await burst(context, HALF + 1, onePrice);
    context.expect('D/limit-windows.sliding', throttled !== undefined && answered === HALF, throttled ?? first, {
      expected: `room for ${HALF} requests, when the first ${HALF} of ${MAX} have left the window`,
      actual: `${answered} answered`,
    });
  },
});

const THROTTLED = 2 * MAX;

const freeCheck = check('limits', 'throttled-is-free', {
  title: 'after the time of Retry-After a request is answered, however many were throttled before',
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
      context.notTestable('no throttled answer says when to come back', 'claim a profile that sends Retry-After');
    await context.pause(seconds * 1_000);
    const again = await onePrice(context);
    context.expect('D/throttled-answer.consumes-nothing', !isThrottled(first, again), again, {
      expected: `an answer, ${seconds} seconds after ${THROTTLED} throttled requests`,
      expectation: { status: first.status },
      actual: `status ${again.status}`,
    });
  },
});

export const limitDecisionChecks: readonly Check[] = [slidingCheck, freeCheck];
