/** proof/venue/mutants/fold-oracles: the oracles of the folds, on generated traffic with reads in between. */
import fc from 'fast-check';
import { createTradingService, FEES_AND_DELAYS } from '../../../sim/fixtures/trading-world.ts';
import { endow, run, type Step, traffic } from '../../../sim/fixtures/traffic.ts';
import type { Service } from '../../../sim/service.ts';
import type { Command } from '../../../spec/venue/command.ts';
import { OUTCOMES } from '../oracle/differential.ts';
import { order } from '../oracle/stage.ts';
import { FOLD_ORACLES } from '../reads/fold-oracles.ts';
import { everything } from '../reads/reads.ts';
import { drawsOf, type Oracle, thrown } from './oracle.ts';
import type { Subject } from './subject.ts';

/** Commands between two reads of everything, so that caches are filled before they become stale. */
const READ_EVERY = 4;
/** Runs of traffic for each drawn run of the other oracles, because traffic is short. */
const RUNS_PER_REACH = 6;
/** Further runs after the first finding, so that other oracles can find it too. */
const RUNS_MORE = 3;

/** The fold oracles share their runs. */
export const FOLD_ORACLE: Oracle = {
  names: Object.keys(FOLD_ORACLES),
  judge(subject, seed, reach, accuse) {
    const silent = new Map(Object.entries(FOLD_ORACLES));
    let after = 0;
    let left = Infinity;
    const judgeOne = (name: string, accusation: () => string | undefined) => {
      const what = thrown(accusation);
      if (what === undefined) return;
      silent.delete(name);
      left = Math.min(left, RUNS_MORE);
      accuse({ oracle: name, after, what });
    };
    for (const steps of trafficOf(`${seed}/folds`, reach * RUNS_PER_REACH)) {
      if (left < 0) return;
      left -= 1;
      let service: Service | undefined;
      const crash = thrown(() => {
        service = serviceAfter(subject, steps);
        return undefined;
      });
      after += steps.length;
      for (const [name, oracle] of silent) {
        judgeOne(name, () => crash ?? (service && oracle(service, subject.createViews)));
      }
    }
  },
};

/** The stories first, because drawn traffic seldom contains them. */
function trafficOf(seed: string, count: number): readonly (readonly Step[])[] {
  return [SECOND_OUTCOME, FAILED_TRADE, ...fc.sample(traffic, { numRuns: count, seed: drawsOf(seed)() })];
}

const stepOf = (command: Command, waitMs = 0): Step => ({ command, waitMs });
/** Commands after which everything is read. */
const pause = (waitMs = 0): readonly Step[] =>
  Array.from({ length: READ_EVERY }, () => stepOf({ kind: 'heartbeat', key: 2 }, waitMs));

/** Two makers of one trade, which fails after it was read. */
const FAILED_TRADE: readonly Step[] = [
  ...[1, 2, 3].map((wallet) =>
    stepOf(order(wallet, wallet === 3 ? 'BUY' : 'SELL', 0, 49 + wallet, 8 * wallet, { salt: 'failed' })),
  ),
  ...pause(400),
  stepOf({ kind: 'disturb-settlement', trade: 0, outcome: 'retry' }, 400),
  stepOf({ kind: 'disturb-settlement', trade: 0, outcome: 'fail' }, 400),
];

/** Wallet 3 buys one outcome, is read, and buys the other at the same price. */
const SECOND_OUTCOME: readonly Step[] = OUTCOMES.flatMap((outcome) => [
  ...[1, 3].map((wallet) =>
    stepOf(order(wallet, wallet === 1 ? 'SELL' : 'BUY', outcome, 50, 8, { market: 3, salt: `story ${outcome}` })),
  ),
  ...pause(),
]);

function serviceAfter({ createViews }: Subject, steps: readonly Step[]): Service {
  const sound = createTradingService(FEES_AND_DELAYS);
  const service = { ...sound, views: createViews(sound.world) };
  endow(service);
  for (const [position, step] of steps.entries()) {
    run(service, step);
    if (position % READ_EVERY === 0) everything(service);
  }
  return service;
}
