/** cli/backtest/agents: the flags of simulated markets, and those that have no meaning for them. */
import {
  AGENT_KINDS,
  AGENTS_MAX,
  type AgentKind,
  type AgentsPlan,
  DEFAULT_AGENTS,
  groupsWith,
  MARKET_HOURS_MAX,
} from '../../backtest/agents/plan.ts';
import { DEFAULT_ASSUMPTIONS } from '../../backtest/options.ts';
import { CliError } from '../exit.ts';
import type { AssumptionFlags, DataFlags, PlanFlags } from './flags.ts';
import { valuesOf } from './values.ts';

/** The plan of simulated markets; undefined for another fidelity. Throws `CliError`. */
export function agentsOf(flags: AssumptionFlags & DataFlags): AgentsPlan | undefined {
  if (flags.fidelity !== 'agents') {
    const [flag] = given({ '--markets': flags.markets, '--hours': flags.hours, '--agents': flags.agents });
    if (flag !== undefined) throw new CliError(`${flag} describes simulated markets: it takes --fidelity agents`);
    return undefined;
  }
  assertSimulated(flags);
  return planOf(flags);
}

export function planOf(flags: PlanFlags): AgentsPlan {
  const { markets = DEFAULT_AGENTS.markets, hours = DEFAULT_AGENTS.hours } = flags;
  if (markets * hours > MARKET_HOURS_MAX)
    throw new CliError(
      `--markets ${markets} --hours ${hours} are ${markets * hours} hours of trading, ` +
        `and one run simulates at most ${MARKET_HOURS_MAX}: use fewer markets, or several seeds`,
    );
  return { ...DEFAULT_AGENTS, ...groupsOf(flags.agents), markets, hours };
}

/** Simulated markets have no recording, and orders wait in the real queue of the engine. */
function assertSimulated(flags: AssumptionFlags & DataFlags): void {
  const { data, from, to, market, format, cache } = flags;
  const named = typeof cache === 'string' ? cache : undefined;
  const ofRecordings = { '--data': data, '--from': from, '--to': to, '--market': market, '--format': format };
  const [recorded] = given({ ...ofRecordings, '--cache': named });
  if (recorded !== undefined)
    throw new CliError(
      `${recorded} is for recordings, and --fidelity agents has none: ` +
        'its markets follow from --seed, --markets, --hours and --agents',
    );
  const { queue, consumption, tradeShare, quoteSize } = DEFAULT_ASSUMPTIONS;
  const [model] = given({
    '--queue': flags.queue === queue ? undefined : flags.queue,
    '--no-consumption': flags.consumption === consumption ? undefined : flags.consumption,
    '--trade-share': flags.tradeShare === tradeShare ? undefined : flags.tradeShare,
    '--quote-size': flags.quoteSize * 1e6 === quoteSize ? undefined : flags.quoteSize,
  });
  if (model !== undefined)
    throw new CliError(
      `${model} describes how a recorded book fills orders: ` +
        'with --fidelity agents all orders are in one engine, so leave it out',
    );
}

/** Reads `noise=20,informed=0`. */
function groupsOf(text: string | undefined): Pick<AgentsPlan, AgentKind> {
  const given = text === undefined ? new Map<string, string>() : valuesOf('--agents', text, AGENT_KINDS);
  const counts = [...given].map(([kind, count]) => {
    if (/^\d{1,3}$/.test(count) && Number(count) <= AGENTS_MAX) return [kind, Number(count)];
    throw new CliError(`--agents: ${kind}=${count} is no whole number from 0 to ${AGENTS_MAX}`);
  });
  return groupsWith(Object.fromEntries(counts));
}

function given(values: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.keys(values).filter((name) => values[name] !== undefined);
}
