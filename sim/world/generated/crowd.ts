/** sim/world/generated/crowd: ordinary traders in a round: they take, sell, rest orders, split and merge. */
import type { Rng } from '../../../base/rng.ts';
import type { OrderType, OutcomeIndex } from '../../../spec/venue/command.ts';
import { type Floor, type Intent, shares } from '../floor.ts';
import { HOUR_MS } from '../moment.ts';
import { type Quoter, takingPrice } from './quoter.ts';

/** Many equal sizes, so that the world has ties. */
const SIZES = [5, 10, 10, 20, 20, 25, 50, 100, 7.5, 12.345678];
const TYPES: readonly OrderType[] = ['FAK', 'FAK', 'FAK', 'FOK', 'FOK', 'GTC'];
const PAUSES_MS = [0, 0, 0, 250, 1_000, 3_000];

export function trade(rng: Rng, floor: Floor, quoter: Quoter, wallet: number): void {
  floor.wait(rng.pick(PAUSES_MS));
  const dice = rng.next();
  const outcome: OutcomeIndex = rng.chance(0.5) ? 0 : 1;
  const held = floor.free(wallet, quoter.market, outcome);
  if (dice < 0.03) rest(rng, floor, quoter, wallet, outcome);
  else if (dice < 0.05) splitOrMerge(rng, floor, quoter, wallet);
  else if (held >= shares(5) && dice < 0.4) sell(rng, floor, quoter, wallet, outcome, held);
  else take(floor, rng, quoter, { wallet, outcome, side: 'BUY', shares: shares(rng.pick(SIZES)) });
}

type Taking = Pick<Intent, 'wallet' | 'outcome' | 'side' | 'shares'>;

function take(floor: Floor, rng: Rng, quoter: Quoter, taking: Taking): void {
  const price = takingPrice(quoter, taking.outcome, taking.side, rng.between(1, 3));
  floor.order({ ...taking, market: quoter.market, price, type: rng.pick(TYPES) });
}

function sell(rng: Rng, floor: Floor, quoter: Quoter, wallet: number, outcome: OutcomeIndex, held: number): void {
  const all = rng.chance(0.3);
  const size = all ? held : Math.min(held, shares(rng.pick(SIZES)));
  take(floor, rng, quoter, { wallet, outcome, side: 'SELL', shares: size });
}

/** An order inside or outside the quotes that expires within hours, or rests until it is filled. */
function rest(rng: Rng, floor: Floor, quoter: Quoter, wallet: number, outcome: OutcomeIndex): void {
  const price = takingPrice(quoter, outcome, 'SELL', rng.between(0, 2));
  const intent = {
    wallet,
    market: quoter.market,
    outcome,
    side: 'BUY',
    price,
    shares: shares(rng.pick(SIZES)),
  } as const;
  if (rng.chance(0.7)) floor.order({ ...intent, type: 'GTD', expiresAt: floor.now + rng.between(1, 8) * HOUR_MS });
  else floor.order({ ...intent, postOnly: rng.chance(0.5) });
}

function splitOrMerge(rng: Rng, floor: Floor, quoter: Quoter, wallet: number): void {
  const { market } = quoter;
  const pairs = Math.min(floor.free(wallet, market, 0), floor.free(wallet, market, 1));
  if (pairs > 0) floor.must({ kind: 'merge', wallet, market, size: pairs });
  else floor.must({ kind: 'split', wallet, market, size: shares(rng.pick(SIZES)) });
}
