/** proof/venue/oracle/state-invariants.test: each invariant passes a sound venue and finds a false value. */
import { describe, expect, test } from 'vitest';
import { createNaive } from '../../../model/create-naive.ts';
import { DOCUMENT_RULES, SELF_TRADE_MODES } from '../../../spec/venue/rules.ts';
import { drawsOf } from '../mutants/oracle.ts';
import { type Auditor, createAuditor } from './auditor.ts';
import type { Port } from './port.ts';
import { runGenes } from './runs.ts';
import { ONE, order, type Stage, stageOn, TERMS } from './stage.ts';
import { STATE_INVARIANTS, type StateInvariantName } from './state-invariants.ts';

const ALL = Object.keys(STATE_INVARIANTS) as StateInvariantName[];

/** Resting orders on both sides, a voided market, a group with a debt, an unsettled trade. */
function setTheStage(): Stage<Port> {
  const play = stageOn(createNaive());
  const { must } = play;
  must(order(0, 'BUY', 0, 40, 5));
  must(order(1, 'SELL', 0, 60, 5));
  must(order(2, 'BUY', 1, 40, 2));
  must(order(3, 'BUY', 1, 60, 2));
  must({ kind: 'resolve-market', market: 1, payout: [ONE / 2, ONE / 2] });
  for (let market = 2; market < 5; market += 1) must({ kind: 'list-market', terms: TERMS });
  must({ kind: 'group-markets', markets: [2, 3, 4] });
  must({ kind: 'split', wallet: 0, market: 2, size: 10 * ONE });
  must({ kind: 'convert', wallet: 0, group: 0, markets: [2], size: 4 * ONE });
  return play;
}

function follow(auditor: Auditor, venue: Port, taken = 0): number {
  for (const event of venue.log.slice(taken)) auditor.add(event);
  return venue.log.length;
}

/** A false answer for each invariant. */
const LIE: Readonly<Record<StateInvariantName, (venue: Port) => Partial<Port>>> = {
  agendaTrue: () => ({ nextDue: () => undefined }),
  balancesFold: (venue) => ({
    tokens: (...place) => ({ ...venue.tokens(...place), free: venue.tokens(...place).free + 1 }),
  }),
  conservation: (venue) => ({ treasury: () => ({ ...venue.treasury(), fees: venue.treasury().fees + 1 }) }),
  groupsBacked: () => ({ group: () => ({ markets: [2, 3, 4], debt: 0 }) }),
  levelsMirrored: (venue) => ({
    asks: (market, outcome) => (outcome === 1 ? [] : venue.asks(market, outcome)),
  }),
  levelsTrue: (venue) => ({
    bids: (market, outcome) => venue.bids(market, outcome).map(({ price, size }) => ({ price, size: size + 1 })),
  }),
  marketsFold: (venue) => ({
    market: (market) => {
      const view = venue.market(market);
      return view === undefined ? undefined : { ...view, payout: [ONE, 0] };
    },
  }),
  noNegative: (venue) => ({ treasury: () => ({ ...venue.treasury(), residual: -1 }) }),
  nothingOverdue: (venue) => ({ nextDue: () => venue.now }),
  ordersFold: (venue) => ({
    order: (index) => {
      const view = venue.order(index);
      return view === undefined ? undefined : { ...view, matched: view.matched + 1 };
    },
  }),
  payoutsBacked: (venue) => ({ supply: (market) => ({ ...venue.supply(market), collateral: 0 }) }),
  reservesExact: (venue) => ({
    cash: (wallet) => {
      const { free, reserved } = venue.cash(wallet);
      return { free: free - 1, reserved: reserved + 1 };
    },
  }),
  setsBacked: (venue) => ({ supply: (market) => ({ ...venue.supply(market), collateral: 1 }) }),
  supplyFold: (venue) => ({ supply: (market) => ({ ...venue.supply(market), vault: 1 }) }),
  treasuryFold: (venue) => ({
    treasury: () => {
      const { fees, residual, ...rest } = venue.treasury();
      return { ...rest, fees: fees + 1, residual: residual - 1 };
    },
  }),
};

describe('the invariants of the state', () => {
  test.each(SELF_TRADE_MODES)('pass after every command of a drawn run, %s', (selfTrade) => {
    const rules = { ...DOCUMENT_RULES, selfTrade };
    const auditor = createAuditor(rules);
    let taken = 0;
    const { venue } = runGenes(createNaive(rules), 150, drawsOf(`state ${selfTrade}`), (port) => {
      taken = follow(auditor, port, taken);
      auditor.judgeState(port);
    });
    auditor.judgeWhole(venue);
    expect(auditor.findings).toEqual([]);
  });

  test.each(ALL)('%s finds a violation', (name) => {
    const { venue } = setTheStage();
    const auditor = createAuditor();
    follow(auditor, venue);
    auditor.judgeWhole(venue);
    expect(auditor.findings).toEqual([]);
    auditor.judgeWhole({ ...venue, ...LIE[name](venue) });
    expect(auditor.findings.map(({ invariant }) => invariant)).toContain(name);
  });

  test.each(['light', 'full'] as const)('%s finds changes that did not happen', (level) => {
    const { venue, must, wait } = setTheStage();
    const auditor = createAuditor(DOCUMENT_RULES, level);
    let taken = follow(auditor, venue);
    auditor.judgeState(venue);
    const before = { order: venue.order(1), cash: venue.cash(3) };
    must(order(3, 'BUY', 0, 60, 1));
    wait(1);
    taken = follow(auditor, venue, taken);
    auditor.judgeState({
      ...venue,
      order: (index) => (index === 1 ? before.order : venue.order(index)),
      cash: (wallet) => (wallet === 3 ? before.cash : venue.cash(wallet)),
    });
    const names = auditor.findings.map(({ invariant }) => invariant);
    expect(names).toEqual(expect.arrayContaining(['ordersFold', 'balancesFold', 'conservation']));
    expect(taken).toBe(venue.log.length);
  });

  test('read unchanged objects only when the whole state is judged', () => {
    const { venue } = setTheStage();
    const auditor = createAuditor();
    follow(auditor, venue);
    auditor.judgeState(venue);
    const lying = { ...venue, cash: () => ({ free: 1, reserved: 0 }) };
    auditor.judgeState(lying);
    expect(auditor.findings).toEqual([]);
    auditor.judgeWhole(lying);
    expect(auditor.findings.map(({ invariant }) => invariant)).toContain('balancesFold');
  });
});
