/** sim/views tests: folds that follow the log equal folds made anew, the exchange's own balances and the plain models. */
import { test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { everything, FOLD_ORACLES } from '../fixtures/fold-oracles.ts';
import { createTradingService, FEES_AND_DELAYS } from '../fixtures/trading-world.ts';
import { endow, run, traffic } from '../fixtures/traffic.ts';
import { createViews } from './views.ts';

describe('folds over the event log', () => {
  test.prop([traffic], { numRuns: 30 })('satisfy every oracle of theirs', (steps) => {
    const service = createTradingService(FEES_AND_DELAYS);
    endow(service);
    for (const [index, step] of steps.entries()) {
      run(service, step);
      // Whatever is remembered between reads has been read before it changes.
      if (index % 7 === 0) everything(service);
    }
    const findings = Object.entries(FOLD_ORACLES).map(([name, oracle]) => [name, oracle(service, createViews)]);
    expect(findings.filter(([, finding]) => finding !== undefined)).toEqual([]);
  });
});
