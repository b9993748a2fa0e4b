/** proof/venue/oracle/stage: a small venue for tests of single rules: funded wallets, and a short form of orders. */
import type { Result } from '../../../base/result.ts';
import { PLAIN } from '../../../model/commands.ts';
import { createNaive } from '../../../model/create-naive.ts';
import { createVenue, type Venue } from '../../../sim/core/venue.ts';
import type {
  Command,
  MarketTerms,
  OutcomeIndex,
  PlaceOrder,
  Refusal,
  Reply,
  Side,
} from '../../../spec/venue/command.ts';
import { DOCUMENT_RULES, type VenueRules } from '../../../spec/venue/rules.ts';
import type { Port } from './port.ts';

export const ONE = 1_000_000;
export const START = 1_000_000;

export const TERMS: MarketTerms = PLAIN;

export type Stage<Kind extends Port = Venue> = {
  readonly venue: Kind;
  /** Returns the reply; throws if the command is refused. */
  must(command: Command): Reply;
  refusal(command: Command): Refusal['kind'] | 'accepted';
  step(command: Command): Result<Reply, Refusal>;
  wait(ms: number): void;
};

export const VENUES: readonly (readonly [name: string, create: (rules: VenueRules) => Port])[] = [
  ['the engine', createVenue],
  ['the naive venue', createNaive],
];

/** Two markets (0 with `terms`, 1 plain) and four wallets with a thousand dollars and a hundred sets of each. */
export function opening(terms: Partial<MarketTerms> = {}): readonly Command[] {
  const markets = [{ ...TERMS, ...terms }, TERMS].map((own): Command => ({ kind: 'list-market', terms: own }));
  const wallets = [0, 1, 2, 3].flatMap((wallet): readonly Command[] => [
    { kind: 'open-wallet' },
    { kind: 'deposit', wallet, amount: 1_200 * ONE },
    { kind: 'split', wallet, market: 0, size: 100 * ONE },
    { kind: 'split', wallet, market: 1, size: 100 * ONE },
  ]);
  return [...markets, ...wallets];
}

export function stage(terms: Partial<MarketTerms> = {}, rules: Partial<VenueRules> = {}): Stage {
  return stageOn(createVenue({ ...DOCUMENT_RULES, ...rules }), terms);
}

export function stageOn<Kind extends Port>(venue: Kind, terms: Partial<MarketTerms> = {}): Stage<Kind> {
  let now = START;
  const step = (command: Command): Result<Reply, Refusal> => venue.step(command, now);
  const must = (command: Command): Reply => {
    const reply = step(command);
    if (!reply.ok) throw new Error(`refused: ${JSON.stringify(reply.refusal)}`);
    return reply.value;
  };
  for (const command of opening(terms)) must(command);
  return {
    venue,
    must,
    step,
    refusal(command) {
      const reply = step(command);
      return reply.ok ? 'accepted' : reply.refusal.kind;
    },
    wait(ms) {
      now += ms;
      venue.advanceTo(now);
    },
  };
}

let salts = 0;

/** A GTC order of market 0; the wallet's key has the wallet's number. Price in cents, size in whole shares. */
export function order(
  wallet: number,
  side: Side,
  outcome: OutcomeIndex,
  cents: number,
  shares: number,
  more: Partial<PlaceOrder> = {},
): PlaceOrder {
  salts += 1;
  return {
    kind: 'place',
    wallet,
    key: wallet,
    market: 0,
    outcome,
    side,
    type: 'GTC',
    price: Math.round(cents * 100),
    size: Math.round(shares * ONE),
    postOnly: false,
    salt: `salt ${salts}`,
    ...more,
  };
}
