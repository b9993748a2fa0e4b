/** sim/world/written/history: performs the history of a description as commands, each at its moment. */
import { assertNever } from '../../../spec/result.ts';
import type { Command, PlaceOrder } from '../../core/command.ts';
import type { Floor } from '../floor.ts';
import { WorldError } from '../world-error.ts';
import { microOf, millisecondsOf, priceOf } from './amounts.ts';
import type { HistoryStep, WorldCommand } from './description.ts';
import type { Directory, HistoryDirectory } from './directory.ts';
import { refusalText } from './refusal-text.ts';

/** Performs a command; a refusal is a `WorldError` at `place`. */
export function perform(floor: Floor, command: Command, place: string): void {
  const result = floor.venue.step(command, floor.now);
  if (!result.ok) throw new WorldError(`${place}: ${refusalText(result.refusal)}`);
}

/** Milliseconds between the first step and the last. */
export function spanOf(history: readonly HistoryStep[]): number {
  return history.reduce((sum, step, index) => ('wait' in step ? sum + waitOf(step, index) : sum), 0);
}

/** Performs all steps in order. Throws `WorldError` at the first invalid one. */
export function liveThrough(floor: Floor, history: readonly HistoryStep[], directory: HistoryDirectory): void {
  history.forEach((step, index) => {
    if ('wait' in step) floor.wait(waitOf(step, index));
    else perform(floor, historyCommandOf(step, index, directory), placeOf(step, index));
  });
}

function waitOf({ wait }: { readonly wait: number }, index: number): number {
  return millisecondsOf(wait, placeOf({ wait }, index));
}

function placeOf(step: HistoryStep, index: number): string {
  return `history[${index}].${Object.keys(step).join()}`;
}

function historyCommandOf(
  step: Exclude<HistoryStep, { wait: number }>,
  index: number,
  directory: HistoryDirectory,
): Command {
  const place = placeOf(step, index);
  if ('order' in step) return orderOf(step.order, place, index, directory);
  if ('convert' in step) return conversionOf(step.convert, place, directory);
  return commandOf(step, place, directory);
}

/** The command of a step at `place`. Throws `WorldError` for an unknown name or an amount with too many decimals. */
export function commandOf(
  step: Exclude<WorldCommand, { fill: unknown }>,
  place: string,
  directory: Directory,
): Command {
  if ('pause' in step) return { kind: 'pause-market', market: directory.market(step.pause, place) };
  if ('resume' in step) return { kind: 'resume-market', market: directory.market(step.resume, place) };
  if ('close' in step) return { kind: 'close-market', market: directory.market(step.close, place) };
  if ('resolve' in step) {
    const { market, pays } = step.resolve;
    const payout = payoutOf(pays, `${place}.pays`);
    return { kind: 'resolve-market', market: directory.market(market, `${place}.market`), payout };
  }
  if ('void' in step)
    return { kind: 'resolve-market', market: directory.market(step.void, place), payout: payoutOf([0.5, 0.5], place) };
  if ('deposit' in step) {
    const { wallet, cash } = step.deposit;
    const amount = microOf(cash, `${place}.cash`);
    return { kind: 'deposit', wallet: directory.wallet(wallet, `${place}.wallet`), amount };
  }
  if ('tick' in step) {
    const { market, to } = step.tick;
    const tick = priceOf(to, `${place}.to`);
    return { kind: 'change-tick', market: directory.market(market, `${place}.market`), tick };
  }
  if ('redeem' in step) return { kind: 'redeem', ...whoAndWhere(step.redeem, place, directory) };
  if ('merge' in step) return { kind: 'merge', ...setsOf(step.merge, place, directory) };
  if ('split' in step) return { kind: 'split', ...setsOf(step.split, place, directory) };
  if ('settlement' in step) {
    const { trade, outcome } = step.settlement;
    return { kind: 'disturb-settlement', trade: directory.trade(trade, `${place}.trade`), outcome };
  }
  return assertNever(step);
}

function payoutOf(pays: Arguments<'resolve'>['pays'], place: string): readonly [number, number] {
  const [yes, no] = pays === 'yes' ? [1, 0] : pays === 'no' ? [0, 1] : pays;
  return [microOf(yes, `${place}[0]`), microOf(no, `${place}[1]`)];
}

type Holder = { readonly wallet: string; readonly market: string };
type Place = { readonly wallet: number; readonly market: number };

function whoAndWhere({ wallet, market }: Holder, place: string, directory: Directory): Place {
  return {
    wallet: directory.wallet(wallet, `${place}.wallet`),
    market: directory.market(market, `${place}.market`),
  };
}

function setsOf(
  sets: Holder & { readonly size: number },
  place: string,
  directory: Directory,
): Place & { size: number } {
  return { ...whoAndWhere(sets, place, directory), size: microOf(sets.size, `${place}.size`) };
}

type Arguments<Verb extends string> =
  Extract<HistoryStep, Record<Verb, unknown>> extends infer Step
    ? Step extends Record<Verb, infer Words>
      ? Words
      : never
    : never;

function orderOf(order: Arguments<'order'>, place: string, index: number, directory: Directory): PlaceOrder {
  const { wallet, market } = whoAndWhere(order, place, directory);
  return {
    kind: 'place',
    wallet,
    key: wallet,
    market,
    outcome: order.outcome === 'yes' ? 0 : 1,
    side: order.side,
    type: 'GTC',
    price: priceOf(order.price, `${place}.price`),
    size: microOf(order.size, `${place}.size`),
    postOnly: false,
    // No number, so that it never equals the salt of a client that counts from 1.
    salt: `history-${index}`,
  };
}

function conversionOf(conversion: Arguments<'convert'>, place: string, directory: HistoryDirectory): Command {
  const { wallet, group, markets, size } = conversion;
  return {
    kind: 'convert',
    wallet: directory.wallet(wallet, `${place}.wallet`),
    group: directory.group(group, `${place}.group`),
    markets: markets.map((name, at) => directory.market(name, `${place}.markets[${at}]`)).sort((a, b) => a - b),
    size: microOf(size, `${place}.size`),
  };
}
