/** cli/backtest/assumptions: flags as the assumptions of a run. */
import {
  AGENT_KINDS,
  AGENTS_MAX,
  type AgentKind,
  type AgentsPlan,
  DEFAULT_AGENTS,
  groupsWith,
  MARKET_HOURS_MAX,
} from '../../backtest/agents/plan.ts';
import {
  type Assumptions,
  DEFAULT_ASSUMPTIONS,
  FIDELITIES,
  LATENCIES,
  type Latency,
  LEGS,
  QUEUE_MODELS,
} from '../../backtest/options.ts';
import { likely } from '../../base/closest.ts';
import { CliError } from '../exit.ts';
import type { AssumptionFlags, DataFlags, PlanFlags } from './flags.ts';
import { valuesOf } from './values.ts';

const MICROS = 1_000_000;
const MILLIS_MAX = 86_400_000;

/** Throws `CliError` for a name that does not exist and a value out of range. */
export function assumptionsOf(flags: AssumptionFlags & DataFlags): Assumptions {
  const fidelity = oneOf('--fidelity', flags.fidelity, FIDELITIES);
  const agents = agentsOf(flags);
  const latency = latencyOf(flags.latency);
  if (fidelity !== 'overlay' && latency.feed === 'recorded')
    throw new CliError(
      `--latency ${flags.latency}: with --fidelity ${fidelity} the books are those of the engine, ` +
        'which have no recorded receive times; give milliseconds',
    );
  return {
    fidelity,
    ...(agents !== undefined && { agents }),
    queue: oneOf('--queue', flags.queue, QUEUE_MODELS),
    latency,
    consumption: flags.consumption,
    tradeShare: flags.tradeShare,
    fee: {
      rate: Math.round(flags.fee * MICROS),
      exponent: flags.feeExponent === 0 ? 0 : flags.feeExponent === 1 ? 1 : 2,
      takerOnly: flags.feeMakers !== true,
    },
    quoteSize: Math.round(flags.quoteSize * MICROS),
    minSize: Math.round(flags.minSize * MICROS),
    delayMs: flags.delay,
    settlement: settlementOf(flags.settlement),
    settleAtEnd: flags.settleAtEnd === true,
    deposit: Math.round(flags.deposit * MICROS),
  };
}

function latencyOf(text: string): Latency {
  if (text === 'recorded') return { ...LATENCIES.default, feed: 'recorded' };
  if (!text.includes('='))
    return LATENCIES[oneOf('--latency', text, ['none', 'fast', 'default', 'slow'], 'recorded, or feed=50,order=150')];
  const given = valuesOf('--latency', text, LEGS);
  const delayOf = (leg: string, delay: string) =>
    leg === 'feed' && delay === 'recorded' ? delay : Math.round(amount('--latency', leg, delay, MILLIS_MAX) * 1_000);
  return { ...LATENCIES.default, ...Object.fromEntries([...given].map(([leg, delay]) => [leg, delayOf(leg, delay)])) };
}

function settlementOf(text: string | undefined): Assumptions['settlement'] {
  const usual = DEFAULT_ASSUMPTIONS.settlement;
  if (text === undefined) return usual;
  const given = valuesOf('--settlement', text, ['mined', 'confirmed', 'failure']);
  const millis = (name: string, otherwise: number) => {
    const value = given.get(name);
    return value === undefined ? otherwise : Math.round(amount('--settlement', name, value, MILLIS_MAX));
  };
  const failure = given.get('failure');
  const settlement = {
    minedAfterMs: millis('mined', usual.minedAfterMs),
    confirmedAfterMs: millis('confirmed', usual.confirmedAfterMs),
    failureRate: failure === undefined ? usual.failureRate : amount('--settlement', 'failure', failure, 1),
  };
  if (settlement.confirmedAfterMs >= settlement.minedAfterMs) return settlement;
  throw new CliError(
    `--settlement: a trade is confirmed after it is mined, but confirmed=${settlement.confirmedAfterMs} is ` +
      `less than mined=${settlement.minedAfterMs}`,
  );
}

function amount(flag: string, name: string, text: string, max: number): number {
  const value = /^\d{1,9}(?:\.\d{1,6})?$/.test(text) ? Number(text) : NaN;
  if (value <= max) return value;
  throw new CliError(`${flag}: ${name}=${text} is no number from 0 to ${max}`);
}

export function oneOf<Name extends string>(flag: string, given: string, known: readonly Name[], others?: string): Name {
  const found = known.find((name) => name === given);
  if (found !== undefined) return found;
  const [near] = likely(given, known);
  const all = others === undefined ? known.join(', ') : `${known.join(', ')}, ${others}`;
  throw new CliError(`${flag} takes ${all}; got "${given}"${near === undefined ? '' : `: did you mean ${near}?`}`);
}

/** The plan of simulated markets; undefined for another fidelity. Throws `CliError`. */
function agentsOf(flags: AssumptionFlags & DataFlags): AgentsPlan | undefined {
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
function assertSimulated(flags: AssumptionFlags & DataFlags) {
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
