/**
 * proof/oracle/model.test: small runs as model-based commands, with the naive venue as the model. A command gets its values and
 * its label when it runs, so each run needs its own copy; otherwise a counterexample would show the label of another attempt.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Command } from '../../sim/core/command.ts';
import type { VenueRules } from '../../sim/core/rules.ts';
import { assertRuns, type Holds } from '../counterexamples/runs.ts';
import { COMMAND_KINDS, commandOf, GENES, OPENING, rulesFrom, saltOf, waitFrom } from './commands.ts';
import { type Difference, openBoth, type Pair, START, stepBoth } from './differential.ts';
import { createNaive, type Port } from './port.ts';
import type { Registry } from './registry.ts';
import type { TimedCommand } from './runs.ts';
import { VENUES } from './stage.ts';

/** State for drawing the next command, and all commands so far. */
type Model = { readonly registry: Registry; readonly given: TimedCommand[]; now: number };
type ModelCommand = fc.Command<Model, Pair> & fc.WithCloneMethod<ModelCommand>;

/** Conditions under which a command of the kind is useful. */
const NEEDS: Partial<Readonly<Record<Command['kind'], (registry: Registry) => boolean>>> = {
  cancel: (registry) => registry.owners.length > 0,
  convert: (registry) => registry.groups.length > 0,
  'disturb-settlement': (registry) => registry.trades > 0,
  redeem: (registry) => registry.markets.some(({ state }) => state === 'resolved'),
  'resume-market': (registry) => registry.markets.some(({ state }) => state === 'paused'),
};

function modelCommand(kind: Command['kind'], genes: readonly number[]): ModelCommand {
  let given: TimedCommand | undefined;
  return {
    check: ({ registry }) => NEEDS[kind]?.(registry) ?? true,
    run(model, pair) {
      model.now += waitFrom(genes);
      const command = commandOf(kind, genes, model.registry, model.now, saltOf(model.given.length));
      given = { command, now: model.now };
      model.given.push(given);
      expect(stepBoth(pair, command, model.now, 8)).toBeUndefined();
    },
    toString: () => (given === undefined ? `${kind}, not run` : JSON.stringify(given)),
    [fc.cloneMethod]: () => modelCommand(kind, genes),
  };
}

/** Every kind, some of them more often. */
const KINDS: readonly Command['kind'][] = [...COMMAND_KINDS, 'place', 'place', 'place', 'disturb-settlement'];

const GENES_OF = fc.array(fc.nat({ max: 2_000 }), { minLength: GENES, maxLength: GENES });

/** Runs drawn commands under drawn rules on a venue and its model; records each failing run, and saves it through `holds`. */
function agreement(
  create: (rules: VenueRules) => Port,
  failures: (readonly TimedCommand[])[] = [],
  genesOf: fc.Arbitrary<number[]> = GENES_OF,
  holds?: Holds,
): fc.IProperty<[number[], Iterable<fc.Command<Model, Pair>>]> {
  const commands = fc.commands(
    KINDS.map((kind) => genesOf.map((genes) => modelCommand(kind, genes))),
    { maxCommands: 40, size: 'max', disableReplayLog: true },
  );
  return fc.property(genesOf, commands, (mode, given) => {
    const rules = rulesFrom(mode);
    const pair = openBoth(create(rules), createNaive(rules));
    if ('what' in pair) throw new Error(`the opening differs in ${pair.what}`);
    const model: Model = { registry: pair.registry, now: START, given: [] };
    try {
      fc.modelRun(() => ({ model, real: pair }), given);
    } catch (failure) {
      failures.push(model.given);
      holds?.({ rules, given: [...OPENING.map((command) => ({ command, now: START })), ...model.given] });
      throw failure;
    }
  });
}

/** Replays the labels of a counterexample and returns the difference. */
function replayLabels(create: (rules: VenueRules) => Port, rules: VenueRules, labels: string): Difference | undefined {
  const pair = openBoth(create(rules), createNaive(rules));
  if ('what' in pair) return pair;
  for (const { command, now } of JSON.parse(`[${labels}]`) as TimedCommand[]) {
    const difference = stepBoth(pair, command, now, 1);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

/** Changes of commands on their way to a correct venue. */
const MUTANTS: Readonly<Record<string, (command: Command, venue: Port) => Command>> = {
  'anyone can cancel': (command, venue) =>
    command.kind === 'cancel' ? { ...command, wallet: venue.order(command.order)?.wallet ?? command.wallet } : command,
  'a settlement that fails is tried again': (command) =>
    command.kind === 'disturb-settlement' ? { ...command, outcome: 'retry' } : command,
  'a conversion forgets the last market': (command) =>
    command.kind === 'convert' && command.markets.length > 1
      ? { ...command, markets: command.markets.slice(0, -1) }
      : command,
  'a coarser price step is ignored': (command, venue) =>
    command.kind === 'change-tick' && command.tick > (venue.market(command.market)?.terms.tick ?? 0)
      ? { ...command, tick: venue.market(command.market)?.terms.tick ?? 1 }
      : command,
};

function faulty(fault: (command: Command, venue: Port) => Command): (rules: VenueRules) => Port {
  return (rules) => {
    const venue = createNaive(rules);
    const { step } = venue;
    venue.step = (command, now) => {
      venue.advanceTo(now);
      return step(fault(command, venue), now);
    };
    return venue;
  };
}

describe('small runs', () => {
  test.each(VENUES)('%s agrees with its model', (name, create) => {
    const seed = 27;
    assertRuns({ property: `${name} agrees with its model`, seed }, (holds) => {
      fc.assert(agreement(create, [], GENES_OF, holds), { numRuns: 40, seed });
    });
  });

  test.each(Object.entries(MUTANTS))('the labels of the shrunk counterexample reproduce: %s', (_, fault) => {
    const create = faulty(fault);
    const failures: (readonly TimedCommand[])[] = [];
    // Commands can be removed but not changed: the last attempts then run the same commands at other places.
    const found = fc.check(agreement(create, failures, fc.noShrink(GENES_OF)), { numRuns: 400, seed: 9 });
    expect(found.failed).toBe(true);
    expect(found.numShrinks).toBeGreaterThan(0);
    const [mode = [], commands = []] = found.counterexample ?? [];
    const labels = String(commands);
    const given = JSON.parse(`[${labels}]`) as TimedCommand[];
    // Exactly the last run that failed, not one of the attempts after it.
    expect(given).toEqual(failures.at(-1));
    const again = replayLabels(create, rulesFrom(mode), labels);
    expect(again?.command).toEqual(given.at(-1)?.command);
    expect(replayLabels(createNaive, rulesFrom(mode), labels)).toBeUndefined();
    expect(given.length).toBeLessThanOrEqual(6);
  });

  test('a copy of a command has no label, even if the command has run', () => {
    const command = modelCommand('deposit', [0, 0, 1, 1, 5]);
    const pair = openBoth(createNaive(), createNaive());
    if ('what' in pair) throw new Error('two naive venues differ');
    command.run({ registry: pair.registry, now: START, given: [] }, pair);
    expect(fc.hasCloneMethod(command)).toBe(true);
    expect(String(command[fc.cloneMethod]())).toBe('deposit, not run');
    expect(String(command)).toBe(`{"command":{"kind":"deposit","wallet":0,"amount":6},"now":${START}}`);
  });
});
