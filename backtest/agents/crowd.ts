/** backtest/agents/crowd: all simulated traders of a run as a tape: each acts at its own moments, from the opening to the close of its market. */
import type { Exchange } from '../../sim/core/exchange.ts';
import type { TapePlayer } from '../../sim/tape/tape.ts';
import { createRng, type Rng } from '../../sim/world/rng.ts';
import { assertNever } from '../../spec/result.ts';
import { Schedule } from '../session/schedule.ts';
import type { Agent, AgentParts } from './agent.ts';
import { AgentDesk } from './agent-desk.ts';
import { InformedTrader } from './informed-trader.ts';
import { NoiseTrader } from './noise-trader.ts';
import { drawWait } from './normal.ts';
import { AGENT_KINDS, type AgentKind, type AgentsPlan } from './plan.ts';
import { QuotingMaker } from './quoting-maker.ts';
import type { Simulation } from './simulation.ts';
import { ValueTrader } from './value-trader.ts';

/** One of the traders of a market; the wallets of all have numbers in this order, after that of the strategy. */
export type Member = { readonly market: number; readonly kind: AgentKind; readonly number: number };

export function membersOf(plan: AgentsPlan): readonly Member[] {
  return Array.from({ length: plan.markets }, (_, market) =>
    AGENT_KINDS.flatMap((kind) =>
      Array.from({ length: plan[kind].count }, (_member, number): Member => ({ market, kind, number })),
    ),
  ).flat();
}

export class Crowd implements Pick<TapePlayer, 'next' | 'perform'> {
  private readonly schedule = new Schedule();
  private readonly simulation: Simulation;
  private readonly openMs: number;
  private readonly closeMs: number;

  /** `firstWallet`: that of the first member. */
  constructor(simulation: Simulation, exchange: Exchange, firstWallet: number) {
    this.simulation = simulation;
    this.openMs = simulation.opens / 1_000;
    this.closeMs = simulation.closes / 1_000;
    const chance = createRng(`agents ${simulation.seed}`);
    for (const [index, member] of membersOf(simulation.plan).entries()) {
      this.enrol(member, new AgentDesk(exchange, member.market, firstWallet + index), chance);
    }
  }

  /** Milliseconds. */
  get next(): number {
    return this.schedule.nextAt;
  }

  perform(): void {
    const at = this.schedule.nextAt;
    while (this.schedule.nextAt === at) this.schedule.take()?.act(at);
  }

  private enrol({ market, kind, number }: Member, desk: AgentDesk, chance: Rng): void {
    const { plan, truths, changesAfter } = this.simulation;
    const own = chance.fork(`market ${market + 1}`).fork(`${kind} ${number + 1}`);
    const parts: AgentParts = { desk, truth: truths[market] as AgentParts['truth'], chance: own };
    const agent = agentOf(kind, parts, plan);
    let isChanged = false;
    const act = (at: number): void => {
      if (!isChanged && at * 1_000 > changesAfter) {
        isChanged = true;
        parts.chance = own.fork('another future');
      }
      this.book(at + agent.act((at - this.openMs) / 1_000), act);
    };
    // Makers are there when the market opens.
    this.book(this.openMs + (kind === 'makers' ? 0 : drawWait(own, plan[kind].everySeconds)), act);
  }

  private book(at: number, act: (at: number) => void): void {
    if (at < this.closeMs) this.schedule.add(at, act);
  }
}

function agentOf(kind: AgentKind, parts: AgentParts, plan: AgentsPlan): Agent {
  switch (kind) {
    case 'noise':
      return new NoiseTrader(parts, plan.noise);
    case 'value':
      return new ValueTrader(parts, plan.value);
    case 'makers':
      return new QuotingMaker(parts, plan.makers);
    case 'informed':
      return new InformedTrader(parts, plan.informed);
    default:
      return assertNever(kind);
  }
}
