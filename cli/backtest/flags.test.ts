import { describe, expect, it } from 'vitest';
import { DEFAULT_AGENTS } from '../../backtest/agents/plan.ts';
import { DEFAULT_ASSUMPTIONS, LATENCIES } from '../../backtest/options.ts';
import { assumptionsOf } from './assumptions.ts';
import { type BacktestFlags, backtestCommand } from './command.ts';
import { momentOf, paramsOf } from './values.ts';

/** The flags as commander parses them. */
function flags(...words: readonly string[]): BacktestFlags {
  const command = backtestCommand().action(() => undefined);
  return command.parse(['maker.ts', '--data', 'a.arrow', ...words], { from: 'user' }).opts();
}

/** Those of simulated markets. */
function simulated(...words: readonly string[]): BacktestFlags {
  const command = backtestCommand().action(() => undefined);
  return command.parse(['maker.ts', '--fidelity', 'agents', ...words], { from: 'user' }).opts();
}

const NOON = 1_767_614_400_000_000;

describe('a moment', () => {
  it.each([
    ['2026-01-05T12:00:00Z', NOON],
    ['2026-01-05T12:00', NOON],
    ['2026-01-05 13:30:00+01:30', NOON],
    ['2026-01-05T12:00:00.000001Z', NOON + 1],
    ['2026-01-05', NOON - 43_200_000_000],
    ['1767614400', NOON],
    ['1767614400.25', NOON + 250_000],
    ['0', 0],
  ])('%s', (text, micros) => {
    expect(momentOf('--from', text)).toBe(micros);
  });

  it.each(['noon', '', '2026-02-30', '2026-13-01T00:00Z', '2026-01-05T25:00Z', '-5', '1e9', '05/01/2026'])(
    'not %s',
    (text) => {
      expect(() => momentOf('--to', text)).toThrow(/^--to .* is no time: give ISO 8601 such as/);
    },
  );
});

describe('parameters', () => {
  it('are numbers, booleans and texts', () => {
    const given = ['a=1', 'b=-0.5', 'c=1e3', 'd=true', 'e=false', 'f=0x10', 'g=', 'h=x=y', 'i=Infinity', 'j=.5'];
    expect(paramsOf(given)).toEqual({
      a: 1,
      b: -0.5,
      c: 1000,
      d: true,
      e: false,
      f: '0x10',
      g: '',
      h: 'x=y',
      i: 'Infinity',
      j: 0.5,
    });
    expect(Object.keys(paramsOf(['__proto__=1']))).toEqual(['__proto__']);
  });

  it.each(['size', '=5', '5=size', ''])('not "%s"', (pair) => {
    expect(() => paramsOf([pair])).toThrow(/--param takes NAME=VALUE/);
  });

  it('are given once', () => {
    expect(() => paramsOf(['a=1', 'a=2'])).toThrow('--param a is given twice');
  });
});

describe('assumptions', () => {
  it('are the defaults of the engine without flags', () => {
    expect(assumptionsOf(flags())).toEqual(DEFAULT_ASSUMPTIONS);
  });

  it('come from flags', () => {
    const given = [
      '--queue',
      'power',
      '--no-consumption',
      '--quote-size',
      '40',
      '--trade-share',
      '0.5',
      '--fee',
      '0.02',
      '--fee-exponent',
      '2',
    ];
    const more = [
      '--fee-makers',
      '--min-size',
      '1',
      '--delay',
      '250',
      '--deposit',
      '500.5',
      '--settlement',
      'confirmed=9000,failure=0.01',
    ];
    expect(assumptionsOf(flags(...given, ...more))).toEqual({
      ...DEFAULT_ASSUMPTIONS,
      queue: 'power',
      consumption: false,
      quoteSize: 40_000_000,
      tradeShare: 0.5,
      fee: { rate: 20_000, exponent: 2, takerOnly: false },
      minSize: 1_000_000,
      delayMs: 250,
      deposit: 500_500_000,
      settlement: { minedAfterMs: 2_000, confirmedAfterMs: 9_000, failureRate: 0.01 },
    });
  });

  it('take the cash at the start by two names', () => {
    expect(assumptionsOf(flags('--cash', '750')).deposit).toBe(750_000_000);
    expect(assumptionsOf(flags('--deposit', '750')).deposit).toBe(750_000_000);
  });

  it.each([
    ['slow', LATENCIES.slow],
    ['recorded', { ...LATENCIES.default, feed: 'recorded' }],
    ['feed=recorded,order=1.5', { ...LATENCIES.default, feed: 'recorded', order: 1_500 }],
    [
      'feed=5,order=6,cancel=7,response=8,compute=0',
      { feed: 5_000, order: 6_000, cancel: 7_000, response: 8_000, compute: 0 },
    ],
  ])('latency %s', (text, latency) => {
    expect(assumptionsOf(flags('--latency', text)).latency).toEqual(latency);
  });

  it.each([
    [['--queue', 'optimistic'], /^--queue takes risk-averse, power, log, none; got "optimistic"$/],
    [['--queue', 'risk-avers'], /did you mean risk-averse\?$/],
    [['--fidelity', 'overlai'], /^--fidelity takes overlay, injected, agents; got "overlai": did you mean overlay\?$/],
    [['--latency', 'quick'], /^--latency takes none, fast, default, slow, recorded, or feed=50.*; got "quick"/],
    [['--latency', 'wire=5'], /^--latency takes feed=NUMBER, .*got "wire=5"$/],
    [['--latency', 'feed=5,feed=6'], /^--latency has feed twice/],
    [['--latency', 'order=recorded'], /^--latency: order=recorded is no number from 0 to 86400000$/],
    [
      ['--latency', 'recorded', '--fidelity', 'injected'],
      /^--latency recorded: with --fidelity injected the books are/,
    ],
    [['--latency', 'feed=-5'], /^--latency: feed=-5 is no number/],
    [['--settlement', 'failure=2'], /^--settlement: failure=2 is no number from 0 to 1$/],
    [['--settlement', 'mined=6000'], /confirmed=5000 is less than mined=6000$/],
  ])('%s', (words, expected) => {
    expect(() => assumptionsOf(flags(...words))).toThrow(expected);
  });
});

describe('simulated markets', () => {
  it('have a plan, and all other assumptions as usual', () => {
    const agents = { ...DEFAULT_AGENTS, markets: 3, hours: 0.5, noise: { ...DEFAULT_AGENTS.noise, count: 20 } };
    expect(assumptionsOf(simulated())).toEqual({ ...DEFAULT_ASSUMPTIONS, fidelity: 'agents', agents: DEFAULT_AGENTS });
    expect(assumptionsOf(simulated('--markets', '3', '--hours', '0.5', '--agents', 'noise=20')).agents).toEqual(agents);
    expect(assumptionsOf(simulated('--agents', 'informed=0,makers=5')).agents).toMatchObject({
      noise: { count: 12 },
      makers: { count: 5 },
      informed: { count: 0 },
    });
  });

  it.each([
    [['--from', '1'], /^--from is for recordings, and --fidelity agents has none/],
    [['--market', 'a'], /^--market is for recordings/],
    [['--format', 'plain'], /^--format is for recordings/],
    [['--cache', '/tmp'], /^--cache is for recordings/],
    [['--queue', 'none'], /^--queue describes how a recorded book fills orders/],
    [['--no-consumption'], /^--no-consumption describes/],
    [['--trade-share', '0.5'], /^--trade-share describes/],
    [['--quote-size', '40'], /^--quote-size describes/],
    [
      ['--latency', 'feed=recorded'],
      /^--latency feed=recorded: with --fidelity agents the books are those of the engine/,
    ],
    [
      ['--agents', 'bots=3'],
      /^--agents takes noise=NUMBER, value=NUMBER, makers=NUMBER, informed=NUMBER; got "bots=3"$/,
    ],
    [['--agents', 'noise=201'], /^--agents: noise=201 is no whole number from 0 to 200$/],
    [['--markets', '100', '--hours', '100'], /are 10000 hours of trading, and one run simulates at most 2000/],
  ])('%s', (words, expected) => {
    expect(() => assumptionsOf(simulated(...words))).toThrow(expected);
  });

  it.each([
    [['--markets', '3'], /^--markets describes simulated markets: it takes --fidelity agents$/],
    [['--hours', '3'], /^--hours describes/],
    [['--agents', 'noise=3'], /^--agents describes/],
  ])('%s of a recording', (words, expected) => {
    expect(() => assumptionsOf(flags(...words))).toThrow(expected);
  });
});
