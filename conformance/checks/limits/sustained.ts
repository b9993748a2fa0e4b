/** conformance/checks/limits/sustained: the windows of ten minutes and throttled requests (interface 8). */
import { routeById } from '../../../spec/routes.ts';
import type { CheckContext, RouteId } from '../../check.ts';
import { sameStatus } from '../assertions.ts';
import { check, sampleRequest } from '../definition.ts';
import { burst, gained, isThrottled, judgeExcess, oneMore, type Send, WINDOW_MS } from './burst.ts';
import { emptyCancel, emptyOrder, windowOf } from './windows.ts';

function sustainedCheck(scope: 'write-order' | 'write-cancel', route: RouteId, send: Send) {
  const clause = `8.3/${scope}.sustained` as const;
  const short = windowOf(scope, 0);
  const long = windowOf(scope, 1);
  const bursts = long.max / short.max;
  return check('limits', `${scope}-sustained`, {
    title:
      `${bursts} bursts of ${short.max} requests are accepted; ` +
      'then one more is throttled although the short window has room',
    clauses: [clause, '8.3/both'],
    capability: 'limits-sustained',
    safety: 'session',
    needs: ['write-market'],
    route,
    cost: { [route]: long.max + 2 },
    async run(context) {
      const since = context.serviceSeconds();
      let first = await send(context);
      for (let turn = 0; turn < bursts; turn += 1) {
        const sent = await burst(context, turn === 0 ? short.max - 1 : short.max, send);
        first = sent.first;
        const because = `burst ${turn + 1} of ${bursts} fits into both windows`;
        if (!context.judge(sameStatus(clause, sent.throttled ?? first, first, because))) return;
        await context.pause(WINDOW_MS);
      }
      const { last, ...excess } = await oneMore(context, first, send);
      let { over } = excess;
      const filled = { ...long, since };
      for (let extra = 1; over === undefined && extra <= gained(context, filled); extra += short.max - 1) {
        over = (await burst(context, short.max - 1, send)).throttled;
        await context.pause(WINDOW_MS);
      }
      const expected = `request ${long.max + 1} within ${long.seconds} seconds to be throttled`;
      judgeExcess(context, [clause, '8.3/both'], { over, last }, first, expected);
      if (over === undefined) return;
      await context.pause(long.seconds * 1_000);
      const again = await send(context);
      context.judge(sameStatus(clause, again, first, `the window of ${long.seconds} seconds is over`));
    },
  });
}

const MAX = windowOf('book-prices', 0).max;
const HALF = MAX / 2;

const onePrice: Send = (context) => context.send(sampleRequest(routeById('prices'), context.bindings));

/** Fills a part of the window; ends the check if a request of that part is throttled. */
async function fill(context: CheckContext, count: number) {
  const { throttled } = await burst(context, count, onePrice);
  if (throttled !== undefined)
    context.notTestable(`not all of ${count} requests are accepted`, 'see the check of the window itself');
}

const THROTTLED = 2 * MAX;

export const sustainedLimitChecks = [
  check('limits', 'sliding', {
    title: 'each request leaves the window by itself',
    clauses: ['D/limit-windows.sliding'],
    route: 'prices',
    needs: ['book'],
    cost: { prices: MAX + HALF + 1 },
    async run(context) {
      await fill(context, HALF);
      await context.pause(WINDOW_MS / 2);
      await fill(context, HALF);
      await context.pause(WINDOW_MS / 2 + 1);
      const { first, throttled, alike } = await burst(context, HALF + 1, onePrice);
      const expected = `room for ${HALF} requests after the first ${HALF} of ${MAX} have left the window`;
      const fault =
        throttled !== undefined && alike === HALF
          ? undefined
          : { expected, actual: `${alike} responses like the first` };
      context.judgeBy('D/limit-windows.sliding', throttled ?? first, fault, 'the responses of a burst are counted');
    },
  }),
  check('limits', 'throttled-is-free', {
    title: 'a request is accepted after the time of Retry-After, even after many throttled ones',
    clauses: ['D/throttled-answer.consumes-nothing'],
    route: 'prices',
    needs: ['book'],
    cost: { prices: MAX + THROTTLED + 1 },
    async run(context) {
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
  }),
  sustainedCheck('write-order', 'place-order', emptyOrder),
  sustainedCheck('write-cancel', 'cancel-order', emptyCancel),
];
