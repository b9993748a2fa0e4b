/** proof/venue/soak/liveness: the end of a run, without draws: everything ends, and nothing may be left. */
import { MICRO } from '../../../base/units.ts';
import type { Command } from '../../../spec/venue/command.ts';
import { OUTCOMES } from '../oracle/differential.ts';
import { applyCommand, endTrial, judgeWhole, passTime } from './apply-command.ts';
import { auditPending } from './batch-audit.ts';
import { fail, type Trial } from './trial.ts';

const PAYOUTS: readonly (readonly [number, number])[] = [
  [MICRO, 0],
  [0, MICRO],
  [MICRO / 2, MICRO / 2],
];
/** Order views that the light audit reads at the end. */
const VIEWS_LIGHT = 16;
/** Longer than any wait of a run. */
const LONG_MS = 10_000_000;
/** Jumps of the clock after which no deadline may be left. */
const JUMPS_MAX = 40;

export function settleDown(trial: Trial): void {
  judgeWhole(trial);
  releaseHeld(trial);
  cancelOpen(trial, 2);
  waitForAll(trial);
  cancelOpen(trial, 1);
  resolveAll(trial);
  redeemAll(trial);
  waitForAll(trial);
  judgeRemains(trial);
  endTrial(trial);
}

/** A held settlement goes on when it is retried. */
function releaseHeld(trial: Trial) {
  auditPending(trial);
  for (const [trade, { status }] of trial.watch.trades.entries()) {
    if (status === 'HELD') must(trial, { kind: 'disturb-settlement', trade, outcome: 'retry' });
  }
}

function cancelOpen(trial: Trial, nth: number) {
  auditPending(trial);
  for (let order = 0; order < trial.watch.orders.length; order += nth) {
    const known = trial.watch.orders[order];
    if (known?.isOpen === true) must(trial, { kind: 'cancel', wallet: known.accepted.wallet, order });
  }
}

/** Passes the first deadlines one by one, then many at once. */
function waitForAll(trial: Trial) {
  for (let jump = 0; jump < JUMPS_MAX; jump += 1) {
    const due = trial.venue.nextDue();
    if (due === undefined) return;
    passTime(trial, jump < 4 ? Math.max(0, due - trial.now) : LONG_MS);
  }
  fail(trial, 'nothingDue', `still due at ${trial.venue.nextDue()}, the clock shows ${trial.now}`);
}

function resolveAll(trial: Trial) {
  const { venue, watch } = trial;
  const left = [...watch.unresolved];
  const hasWinner = new Set<number>();
  for (const [market, { group }] of watch.markets.entries()) {
    if (group !== undefined && venue.market(market)?.payout?.[0] === MICRO) hasWinner.add(group);
  }
  for (const [market, { group }] of watch.markets.entries()) {
    if (venue.market(market)?.state === 'resolved') continue;
    if (group === undefined) {
      must(trial, { kind: 'resolve-market', market, payout: PAYOUTS[market % PAYOUTS.length] ?? [MICRO, 0] });
      continue;
    }
    const isLast = (left[group] ?? 0) === 1;
    left[group] = (left[group] ?? 0) - 1;
    const wins = !hasWinner.has(group) && (isLast || market % 3 === 0);
    // A group has exactly one winner.
    if (hasWinner.has(group)) mustNot(trial, { kind: 'resolve-market', market, payout: [MICRO, 0] });
    else if (isLast) mustNot(trial, { kind: 'resolve-market', market, payout: [0, MICRO] });
    if (wins) hasWinner.add(group);
    must(trial, { kind: 'resolve-market', market, payout: wins ? [MICRO, 0] : [0, MICRO] });
  }
}

function redeemAll(trial: Trial) {
  for (let market = 0; market < trial.watch.markets.length; market += 1) {
    for (let wallet = 0; wallet < trial.watch.wallets; wallet += 1) {
      const holds = OUTCOMES.some((outcome) => trial.venue.tokens(wallet, market, outcome).free > 0);
      if (holds) must(trial, { kind: 'redeem', wallet, market });
    }
  }
}

function must(trial: Trial, command: Command) {
  const reply = applyCommand(trial, 0, command);
  if (!reply.ok) fail(trial, 'everythingEnds', `${JSON.stringify(command)} was refused: ${reply.refusal.kind}`);
}

function mustNot(trial: Trial, command: Command) {
  if (applyCommand(trial, 0, command).ok) fail(trial, 'oneWinner', `${JSON.stringify(command)} was accepted`);
}

function judgeRemains(trial: Trial) {
  auditPending(trial);
  const { venue, watch } = trial;
  for (let order = 0; order < watch.orders.length; order += 1) {
    // Each view reads the log again, so the light audit reads only those of the last orders.
    if (watch.orders[order]?.isOpen === true) fail(trial, 'noOrderLeft', `order ${order} was never closed`);
    if (trial.audit === 'light' && order < watch.orders.length - VIEWS_LIGHT) continue;
    const state = venue.order(order)?.state;
    if (state === 'live' || state === 'delayed') fail(trial, 'noOrderLeft', `order ${order} is ${state}`);
  }
  if (watch.unsettled !== 0) fail(trial, 'noSettlementLeft', `${watch.unsettled} trades are not settled`);
  let cash = 0n;
  for (let wallet = 0; wallet < watch.wallets; wallet += 1) {
    const { free, reserved } = venue.cash(wallet);
    cash += BigInt(free) + BigInt(reserved);
    if (reserved !== 0) fail(trial, 'noReserveLeft', `wallet ${wallet} has ${reserved} micro dollars reserved`);
    for (let market = 0; market < watch.markets.length; market += 1) {
      for (const outcome of OUTCOMES) {
        const tokens = venue.tokens(wallet, market, outcome);
        if (tokens.free === 0 && tokens.reserved === 0) continue;
        fail(trial, 'noTokenLeft', `wallet ${wallet} has ${tokens.free} + ${tokens.reserved} of ${market}/${outcome}`);
      }
    }
  }
  for (let market = 0; market < watch.markets.length; market += 1) {
    const { tokens, collateral } = venue.supply(market);
    if (tokens[0] === 0 && tokens[1] === 0 && collateral === 0) continue;
    fail(
      trial,
      'noCollateralLeft',
      `market ${market}: ${tokens[0]} and ${tokens[1]} tokens, ${collateral} behind them`,
    );
  }
  judgeTreasury(trial, cash);
}

/** All deposits are in the wallets, except for fees and the rounding residual. */
function judgeTreasury(trial: Trial, cash: bigint) {
  const { deposits, collateral, debt, fees, residual } = trial.venue.treasury();
  if (collateral !== 0 || debt !== 0) fail(trial, 'noDebtLeft', `collateral ${collateral}, debt ${debt}`);
  if (cash + BigInt(fees) + BigInt(residual) !== BigInt(deposits)) {
    fail(trial, 'moneyAccounted', `cash ${cash}, fees ${fees}, residual ${residual}, deposits ${deposits}`);
  }
}
