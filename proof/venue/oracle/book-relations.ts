/** proof/venue/oracle/book-relations: how limit, size, type and token affect fills in market 0, without wallet 3. */
import type { Venue } from '../../../sim/core/venue.ts';
import type { Command, OrderType, PlaceOrder, Side } from '../../../spec/venue/command.ts';
import { type Choices, type Claim, type ClaimedRun, listOf, numberOf, textOf } from './claim.ts';
import { changed, mismatch, onCommand, publicState, rerun, statesDiffer } from './run-comparison.ts';
import { ONE, order } from './stage.ts';

type Taken = { readonly size: number; readonly cash: number };
type Run = Pick<ClaimedRun, 'given' | 'make'>;

function bookOf(run: Run, rewrite: (command: Command) => Command = (command) => command) {
  return rerun(run, onCommand(rewrite));
}

function step(venue: Venue, command: Command) {
  return venue.step(command, venue.now).ok;
}

/** Shares and dollars that an order trades on arrival; zero if it is refused. */
function traded(venue: Venue, command: PlaceOrder): Taken {
  const reply = venue.step(command, venue.now);
  return reply.ok && reply.value.kind === 'placed' ? reply.value : { size: 0, cash: 0 };
}

function sideOf(choices: Choices): Side {
  return textOf(choices, 'side') === 'SELL' ? 'SELL' : 'BUY';
}

function booksDiffer(one: Venue, other: Venue) {
  return statesDiffer(publicState(one), publicState(other));
}

/** M2: buying a token equals buying a set, selling the other token, and merging the rest. Choices: cents, shares. */
const otherToken: Claim = ({ choices, note, ...run }) => {
  const [limit, size] = [numberOf(choices, 'cents'), numberOf(choices, 'shares')];
  const [bought, sold] = [bookOf(run), bookOf(run)];
  const { size: got } = traded(bought, order(3, 'BUY', 1, limit, size, { type: 'FAK', salt: 'one' }));
  if (!step(sold, { kind: 'split', wallet: 3, market: 0, size: size * ONE })) return undefined;
  const { size: gone } = traded(sold, order(3, 'SELL', 0, 100 - limit, size, { type: 'FAK', salt: 'one' }));
  const rest = size * ONE - gone;
  if (gone > 0) note('traded');
  if (rest > 0 && !step(sold, { kind: 'merge', wallet: 3, market: 0, size: rest }))
    return 'the remaining sets cannot be merged';
  return mismatch('sold', gone, got) ?? booksDiffer(sold, bought);
};

/** M12: two orders of different wallets that cross nothing commute. Choices: low, high (the shares of each). */
const commuting: Claim = ({ choices, note, ...run }) => {
  const bid = order(2, 'BUY', 0, 5, numberOf(choices, 'low'), { salt: 'bid' });
  const ask = order(3, 'SELL', 0, 95, numberOf(choices, 'high'), { salt: 'ask' });
  const [one, other] = [bookOf(run), bookOf(run)];
  const isResting = [bid, ask].map((command) => step(one, command));
  if (isResting.every(Boolean)) note('both rest');
  for (const command of [ask, bid]) step(other, command);
  return booksDiffer(other, one);
};

/**
 * M14: in every mode a FOK is filled exactly if a FAK would be filled whole, and otherwise trades nothing. Choices:
 * side, cents, wallet, and micro: just less, exactly, or just more than there is.
 */
const fillOrKill: Claim = ({ choices, note, ...run }) => {
  const filled = (type: OrderType, size: number) => {
    const [wallet, limit] = [numberOf(choices, 'wallet'), numberOf(choices, 'cents')];
    return traded(bookOf(run), order(wallet, sideOf(choices), 0, limit, 0, { type, size, salt: 'one' })).size;
  };
  const size = filled('FAK', 90 * ONE) + numberOf(choices, 'micro');
  const isWhole = filled('FAK', size) === size;
  note(isWhole ? 'filled whole' : 'not filled whole');
  return mismatch('FOK fills', filled('FOK', size), isWhole ? size : 0);
};

/** M15: a tighter limit never fills more. Choices: side, cents, cut, wallet. */
const tighterLimit: Claim = ({ choices, note, ...run }) => {
  const [limit, cut] = [numberOf(choices, 'cents'), numberOf(choices, 'cut')];
  const side = sideOf(choices);
  const at = (price: number) =>
    traded(bookOf(run), order(numberOf(choices, 'wallet'), side, 1, price, 40, { salt: 'one' })).size;
  const [less, more] = [at(side === 'BUY' ? limit - cut : limit + cut), at(limit)];
  if (less > 0) note('filled');
  return less <= more ? undefined : `the tighter limit fills ${less}, the other ${more}`;
};

/** M16: more size ahead at the same price never makes a fill earlier. Choices: mine, ahead, takers. */
const sizeAhead: Claim = ({ choices, note, ...run }) => {
  const rival = order(1, 'SELL', 0, 61, numberOf(choices, 'ahead'), { salt: 'rival' });
  const matched = (before: readonly PlaceOrder[]): readonly number[] | undefined => {
    const venue = bookOf(run);
    for (const command of before) step(venue, command);
    const index = venue.log.filter(({ kind }) => kind === 'order-accepted').length;
    if (!step(venue, order(3, 'SELL', 0, 61, numberOf(choices, 'mine'), { salt: 'mine' }))) return undefined;
    return listOf(choices, 'takers').map((shares, at) => {
      step(venue, order(2, 'BUY', 0, 61, Number(shares) * 3, { type: 'FAK', salt: `taker ${at}` }));
      return venue.order(index)?.matched ?? 0;
    });
  };
  const [alone, behind] = [matched([]), matched([rival])];
  if (alone === undefined || behind === undefined) return undefined;
  if (alone.some((size) => size > 0)) note('filled');
  const at = alone.findIndex((size, taker) => (behind[taker] ?? 0) > size);
  return at === -1 ? undefined : `after taker ${at}, ${behind[at]} are filled behind a rival and ${alone[at]} without`;
};

/** M17: a larger taker never gets a better average price. Choices: side, shares, more. */
const largerTaker: Claim = ({ choices, note, ...run }) => {
  const side = sideOf(choices);
  const taken = (total: number): Taken =>
    traded(bookOf(run), order(3, side, 0, side === 'BUY' ? 99 : 1, total, { type: 'FAK', salt: 'one' }));
  const size = numberOf(choices, 'shares');
  const [small, large] = [taken(size), taken(size + numberOf(choices, 'more'))];
  if (large.size > small.size) note('filled');
  const dearer = BigInt(large.cash) * BigInt(small.size) - BigInt(small.cash) * BigInt(large.size);
  const isSound = side === 'BUY' ? dearer >= 0n : dearer <= 0n;
  return isSound ? undefined : `${large.size} for ${large.cash}, ${small.size} for ${small.cash}`;
};

/** M24: fees change payments, never who trades with whom. */
const withoutFees: Claim = ({ note, ...run }) => {
  const fills = (rewrite?: (command: Command) => Command): readonly unknown[] => {
    const venue = bookOf(run, rewrite);
    step(venue, order(3, 'BUY', 0, 60, 300, { salt: 'taker' }));
    return venue.log.flatMap((event) =>
      event.kind === 'trade'
        ? event.makers.map(({ order: maker, size, price, cash }) => [maker, size, price, cash])
        : [],
    );
  };
  const free = fills((command) => (command.kind === 'list-market' ? changed(command, { rate: () => 0 }) : command));
  for (const _ of free) note('traded');
  return mismatch('with fees', fills(), free);
};

/** M26: two FAK orders in a row take as much as one of their total size. Choices: side, cents, first, second. */
const together: Claim = ({ choices, note, ...run }) => {
  const [first, second] = [numberOf(choices, 'first'), numberOf(choices, 'second')];
  const fak = (size: number, salt: string): PlaceOrder =>
    order(3, sideOf(choices), 1, numberOf(choices, 'cents'), size, { type: 'FAK', salt });
  const [apart, atOnce] = [bookOf(run), bookOf(run)];
  const parts = [traded(apart, fak(first, 'one')), traded(apart, fak(second, 'two'))];
  if (parts.every(({ size }) => size > 0)) note('filled');
  const { size, cash } = traded(atOnce, fak(first + second, 'one'));
  const sum = { size: 0, cash: 0 };
  for (const part of parts) Object.assign(sum, { size: sum.size + part.size, cash: sum.cash + part.cash });
  return mismatch('two orders in a row', sum, { size, cash }) ?? booksDiffer(atOnce, apart);
};

export const BOOK_RELATIONS = {
  otherToken,
  commuting,
  fillOrKill,
  tighterLimit,
  sizeAhead,
  largerTaker,
  withoutFees,
  together,
};
