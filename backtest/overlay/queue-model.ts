/** backtest/overlay/queue-model: guesses the size left ahead of an own order when its level falls without a trade. */
import { ln } from '../exact-math.ts';
import type { QueueModel } from '../options.ts';

/** The size ahead after a level went from `before` to `after` micro shares, of which trades explain `traded`. */
export type QueueRule = (ahead: number, before: number, after: number, traded: number) => number;

/** Only trades move the order forward, but nothing can be ahead of it that is no longer there. */
const riskAverse: QueueRule = (ahead, _, after) => Math.min(ahead, after);

/** Cancellations come from both parts of the queue, in proportion to a function of their sizes. */
function proportional(weight: (size: number) => number): QueueRule {
  return (ahead, before, after, traded) => {
    const cancelled = before - after - traded;
    if (cancelled <= 0) return Math.min(ahead, after);
    const behind = Math.max(0, before - traded - ahead);
    const weights = weight(behind) + weight(ahead);
    const shareBehind = weights === 0 ? 1 : weight(behind) / weights;
    const fromBehind = Math.min(behind, cancelled * shareBehind);
    return Math.min(Math.max(0, Math.ceil(ahead - (cancelled - fromBehind))), after);
  };
}

const SHARE = 1e6;

export const QUEUE_RULES: Readonly<Record<QueueModel, QueueRule>> = {
  'risk-averse': riskAverse,
  power: proportional((size) => size * size * size),
  log: proportional((size) => ln(1 + size / SHARE)),
  none: () => 0,
};
