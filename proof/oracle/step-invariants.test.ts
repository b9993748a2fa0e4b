/** Each invariant of a step is silent on true answers and speaks where the exchange answers or acts falsely. */
import seedrandom from 'seedrandom';
import { describe, expect, test } from 'vitest';
import type { Command } from '../../sim/core/command.ts';
import { createExchange } from '../../sim/core/exchange.ts';
import { DOCUMENT_RULES, type SelfTradeMode } from '../../sim/core/rules.ts';
import { commandFrom, GENES, OPENING, saltOf, waitFrom } from './commands.ts';
import { learnScene, newScene } from './scene.ts';
import { ONE, order, stage } from './stage.ts';
import { judgeStep, STEP_INVARIANTS, type Step, type StepInvariantName, takeStep } from './step-invariants.ts';

const MODES: readonly SelfTradeMode[] = ['cancel-newest', 'cancel-oldest', 'cancel-both', 'decrement'];

/** A true step of wallet 0 on a stage where it owns order 0, which rests, and wallet 1 has met order 1 whole. */
function stepOf(command: Command): Step {
  const { exchange, must } = stage();
  must(order(0, 'BUY', 0, 40, 5));
  must(order(0, 'SELL', 0, 60, 5));
  must(order(1, 'BUY', 0, 60, 5));
  return takeStep(exchange, command, exchange.now);
}

const CANCEL: Command = { kind: 'cancel', wallet: 0, order: 0 };

/** A step that breaks each invariant. */
const LIE: Readonly<Record<StepInvariantName, () => Step>> = {
  acceptedTold: () => ({ ...stepOf(CANCEL), events: [] }),
  finishedStays: () => ({ ...stepOf(CANCEL), named: { wallet: 0, state: 'matched' } }),
  neverThrows: () => ({ ...stepOf(CANCEL), reply: undefined }),
  ownerAlone: () => ({ ...stepOf(CANCEL), named: { wallet: 1, state: 'live' } }),
  refusedChangesNothing: () => {
    const step = stepOf({ kind: 'cancel', wallet: 1, order: 0 });
    return { ...step, after: { ...step.after, hash: '0' } };
  },
  replyTrue: () => ({
    ...stepOf(order(1, 'SELL', 0, 40, 2)),
    reply: { ok: true, value: { kind: 'placed', order: 3, status: 'matched', size: 2 * ONE, cash: 1 } },
  }),
};

describe('the invariants of a step', () => {
  test.each(MODES)('are silent on every step of a drawn run, %s', (selfTrade) => {
    const random = seedrandom(`steps ${selfTrade}`);
    const exchange = createExchange({ ...DOCUMENT_RULES, selfTrade });
    const scene = newScene();
    let now = 1_000;
    const give = (command: Command): void => {
      const step = takeStep(exchange, command, now);
      expect(judgeStep(step)).toEqual([]);
      for (const event of step.events) learnScene(scene, event);
    };
    for (const command of OPENING) give(command);
    for (let index = 0; index < 400; index += 1) {
      const genes = Array.from({ length: GENES }, () => random.int32() >>> 1);
      now += waitFrom(genes);
      give(commandFrom(genes, scene, now, saltOf(index)));
    }
    expect(exchange.log.length).toBeGreaterThan(200);
  });

  test('are silent on cancellations by the owner, by a stranger and of what is finished', () => {
    for (const command of [CANCEL, { ...CANCEL, wallet: 1 }, { ...CANCEL, order: 1 }, { ...CANCEL, order: 9 }]) {
      expect(judgeStep(stepOf(command))).toEqual([]);
    }
  });

  test.each(Object.keys(STEP_INVARIANTS) as StepInvariantName[])('%s speaks when it is broken', (name) => {
    expect(judgeStep(LIE[name]()).map(({ invariant }) => invariant)).toContain(name);
  });

  test('speak of an exchange that throws', () => {
    const { exchange } = stage();
    const broken = Object.assign(Object.create(exchange) as typeof exchange, {
      step: () => {
        throw new Error('broken');
      },
    });
    expect(judgeStep(takeStep(broken, CANCEL, exchange.now))).toEqual([
      { invariant: 'neverThrows', message: 'cancel made the exchange throw' },
    ]);
  });
});
