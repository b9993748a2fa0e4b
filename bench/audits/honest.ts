/** bench/audits/honest: seeded captures of many rhythms, honest strategies, and the audits of their runs. */
import { audit } from '../../backtest/audit/audit.ts';
import { withRecording } from '../../backtest/fixtures/recorded.ts';
import { DEFAULT_ASSUMPTIONS, LATENCIES } from '../../backtest/options.ts';
import { backtest, ended } from '../../backtest/run/backtest.ts';
import type { Context, Strategy } from '../../backtest/strategy.ts';
import { createRng, type Rng } from '../../base/rng.ts';

/** Seconds between two messages: among them about the delays of the audit itself. */
const PERIODS = [1, 0.5, 1.000333, 2, 0.25, 60, 0.1, 10, 1.271829, 0.000333];
const MESSAGES = 60;

/** One message a period: books whose prices walk in every other capture, and trades now and then. */
function rowsOf(seed: number): string {
  const chance = createRng(`capture ${seed}`);
  const period = PERIODS[seed % PERIODS.length] ?? 1;
  let bid = 40;
  return Array.from({ length: MESSAGES }, (_, message) => {
    const second = Math.round(message * period * 1e6) / 1e6;
    bid = Math.min(90, Math.max(10, bid + (seed % 2) * chance.between(-1, 1)));
    if (message > 0 && chance.chance(0.2)) return `${second} trade yes buy 0.${bid + 2} ${chance.between(1, 90)}`;
    const [bought, sold] = [chance.between(10, 300), chance.between(10, 300)];
    return `${second} snapshot yes buy 0.${bid} ${bought} | sell 0.${bid + 2} ${sold}`;
  }).join('\n');
}

/** Takes, rests, cancels, splits, forecasts or sets a timer; out of habit always the first. */
function act(chance: Rng, context: Context, isHabit: boolean) {
  const { bestBid, bestAsk } = context.book(0);
  if (bestBid === undefined || bestAsk === undefined) return;
  const bid = (size: number) => context.place({ token: 0, side: 'BUY', price: bestBid, size });
  const acts = [
    () => context.place({ token: 0, side: 'BUY', price: bestAsk, size: 5, type: 'FAK' }),
    () => bid(chance.between(5, 40)),
    () => context.place({ token: 1, side: 'BUY', price: 0.5, size: 5, postOnly: true }),
    () => context.cancel(context.openOrders()[0]?.id ?? bid(5)),
    () => context.split(0, 1),
    () => context.forecast(0, bestBid),
    () => context.timer('later', context.now + chance.between(0, 3_000_000)),
  ];
  (isHabit ? acts[0] : chance.pick(acts))?.();
}

/** A strategy that acts at a share of the messages, by its own chance or that of its context. */
export function honest(seed: number): Strategy {
  const own = createRng(`honest ${seed}`);
  const share = [1, 0.5, 0.1][seed % 3] ?? 1;
  const maybe = (context: Context) => {
    if (seed % 2 === 0 || context.rng.chance(share)) act(seed % 4 < 2 ? own : context.rng, context, seed % 3 === 0);
  };
  return {
    onBook: (_, context) => maybe(context),
    onTrade: (_, context) => maybe(context),
    onTimer: (_, context) => maybe(context),
    ...(seed % 5 === 0 && { onFill: (_: unknown, context: Context) => maybe(context) }),
  };
}

/** The failed audits of strategies on a capture: `strategy 3: feed-delayed: 5 of 6 decisions ...`. */
export async function failuresOn(capture: number, strategies: number, make = honest): Promise<readonly string[]> {
  const latency = [LATENCIES.default, LATENCIES.none, LATENCIES.slow, LATENCIES.fast][capture % 4] ?? LATENCIES.none;
  const winner = capture % 2 === 0 ? ({ winner: 'yes' } as const) : {};
  return await withRecording({ rows: rowsOf(capture), ...winner }, (recording) => {
    const assumptions = { ...DEFAULT_ASSUMPTIONS, latency };
    const options = { recording, keepsDecisions: true, name: 'honest', params: {}, seed: '1', assumptions };
    return Array.from({ length: strategies }, (_, number) => number).flatMap((number) => {
      const base = ended(backtest({ ...options, strategy: make(number) }));
      const { audits } = ended(audit({ ...options, make: () => make(number) }, base));
      const failed = audits.filter(({ verdict }) => verdict === 'fail');
      const end = base.end.kind === 'complete' ? [] : [`strategy ${number}: the run ended with ${base.end.kind}`];
      return [...end, ...failed.map(({ id, detail }) => `strategy ${number}: ${id}: ${detail}`)];
    });
  });
}
