/** sim/world/written/world-steps: performs the history of a description as commands, each at its moment. */

import { assertNever } from '../../../base/result.ts';
import { MICRO, parseUnits } from '../../../base/units.ts';
import type { Command, PlaceOrder, Reply } from '../../../spec/venue/command.ts';
import type { Floor } from '../floor.ts';
import { WorldError } from '../world-error.ts';
import type { WorldStep } from './description.ts';
import type { Directory } from './directory.ts';
import { refusalText } from './refusal-text.ts';

/** Performs a command; a refusal is a `WorldError` at `place`. */
export function perform({ venue, now }: Pick<Floor, 'venue' | 'now'>, command: Command, place: string): Reply {
  const result = venue.step(command, now);
  if (!result.ok) throw new WorldError(`${place}: ${refusalText(result.refusal)}`);
  return result.value;
}

export function spanOf(history: readonly WorldStep[]): number {
  return history.reduce((sum, step, index) => ('wait' in step ? sum + waitOf(step, index) : sum), 0);
}

/** Performs all steps in order. Throws `WorldError` at the first invalid one. */
export function liveThrough(floor: Floor, history: readonly WorldStep[], directory: Directory): void {
  history.forEach((step, index) => {
    if ('wait' in step) floor.wait(waitOf(step, index));
    else perform(floor, commandOf(step, index, directory), placeOf(step, index));
  });
}

function waitOf({ wait }: { readonly wait: number }, index: number) {
  return millisecondsOf(wait, placeOf({ wait }, index));
}

function placeOf(step: WorldStep, index: number) {
  return `history[${index}].${Object.keys(step).join()}`;
}

function commandOf(step: Exclude<WorldStep, { wait: number }>, index: number, directory: Directory): Command {
  const place = placeOf(step, index);
  return 'order' in step ? orderOf(step.order, place, index, directory) : deedCommand(step, place, directory);
}

/** A step that can also be commanded while the service runs. */
export type Deed = Exclude<WorldStep, { order: unknown } | { wait: number }>;

/** The command of a step. Throws `WorldError` with the place of an unknown name or an unusable number. */
export function deedCommand(step: Deed, place: string, directory: Directory): Command {
  if ('pause' in step) return { kind: 'pause-market', market: directory.market(step.pause, place) };
  if ('close' in step) return { kind: 'close-market', market: directory.market(step.close, place) };
  if ('resolve' in step) {
    const { market, pays } = step.resolve;
    const [yes, no] = typeof pays === 'string' ? (pays === 'yes' ? [1, 0] : [0, 1]) : pays;
    const payout = [microOf(yes, `${place}.pays[0]`), microOf(no, `${place}.pays[1]`)] as const;
    return { kind: 'resolve-market', market: directory.market(market, `${place}.market`), payout };
  }
  if ('void' in step) {
    return { kind: 'resolve-market', market: directory.market(step.void, place), payout: [MICRO / 2, MICRO / 2] };
  }
  if ('resume' in step) return { kind: 'resume-market', market: directory.market(step.resume, place) };
  return 'deposit' in step || 'transfer' in step
    ? paymentOf(step, place, directory)
    : tokenCommand(step, place, directory);
}

type Payment = Extract<Deed, { deposit: unknown } | { transfer: unknown }>;

function paymentOf(step: Payment, place: string, directory: Directory): Command {
  if ('deposit' in step) {
    const { wallet, cash } = step.deposit;
    const amount = positive(cash, `${place}.cash`);
    return { kind: 'deposit', wallet: directory.wallet(wallet, `${place}.wallet`), amount };
  }
  const { wallet, to, cash, market, outcome, size } = step.transfer;
  const common = {
    kind: 'transfer',
    wallet: directory.wallet(wallet, `${place}.wallet`),
    to: directory.wallet(to, `${place}.to`),
  } as const;
  if (cash !== undefined && market === undefined && outcome === undefined && size === undefined)
    return { ...common, amount: positive(cash, `${place}.cash`) };
  if (cash !== undefined || market === undefined || size === undefined)
    throw new WorldError(`${place}: takes cash, or market, outcome and size`);
  const amount = positive(size, `${place}.size`);
  const where = directory.market(market, `${place}.market`);
  return { ...common, amount, market: where, outcome: outcome === 'no' ? 1 : 0 };
}

function positive(amount: number, place: string): number {
  const micro = microOf(amount, place);
  if (micro === 0) throw new WorldError(`${place}: it must be more than 0`);
  return micro;
}

type OfTokens = Exclude<
  Deed,
  Payment | { pause: string } | { resume: string } | { close: string } | { resolve: unknown } | { void: string }
>;

function tokenCommand(step: OfTokens, place: string, directory: Directory): Command {
  if ('tick' in step) {
    const { market, to } = step.tick;
    const tick = priceOf(to, `${place}.to`);
    return { kind: 'change-tick', market: directory.market(market, `${place}.market`), tick };
  }
  if ('redeem' in step) return { kind: 'redeem', ...whoAndWhere(step.redeem, place, directory) };
  if ('merge' in step) return { kind: 'merge', ...setsOf(step.merge, place, directory) };
  if ('split' in step) return { kind: 'split', ...setsOf(step.split, place, directory) };
  if ('convert' in step) return conversionOf(step.convert, place, directory);
  if ('settlement' in step) {
    const { trade, outcome } = step.settlement;
    const number = directory.trade(trade, `${place}.trade`);
    return { kind: 'disturb-settlement', trade: number, outcome: outcome === 'release' ? 'retry' : outcome };
  }
  return assertNever(step);
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
  Extract<WorldStep, Record<Verb, unknown>> extends infer Step
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

function conversionOf(
  { wallet, group, markets, size }: Arguments<'convert'>,
  place: string,
  directory: Directory,
): Command {
  return {
    kind: 'convert',
    wallet: directory.wallet(wallet, `${place}.wallet`),
    group: directory.group(group, `${place}.group`),
    markets: markets.map((name, at) => directory.market(name, `${place}.markets[${at}]`)).sort((a, b) => a - b),
    size: microOf(size, `${place}.size`),
  };
}

/** Shares or dollars as micro units. `place` is the path of the number in the description. Throws `WorldError`. */
export function microOf(amount: number, place: string): number {
  return unitsOf(amount, 6, place);
}

export function priceOf(price: number, place: string): number {
  return unitsOf(price, 4, place);
}

export function millisecondsOf(seconds: number, place: string): number {
  return unitsOf(seconds, 3, place);
}

function unitsOf(value: number, digits: number, place: string): number {
  const units = parseUnits(String(value), digits);
  if (units === undefined) throw new WorldError(`${place}: ${value} is not 0 or more with at most ${digits} decimals`);
  return units;
}
