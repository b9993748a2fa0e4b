/** scenarios/running/steps: plays steps in order, and pauses after each, so that the seed can interleave clients. */

import { FaultsError, parseFaults } from '../../sim/faults/rule.ts';
import { MOMENT_LIMIT } from '../../spec/venue/rules.ts';
import { evaluate, fill, type Scope, variablesIn } from '../expression/expression.ts';
import { ExpressionError } from '../expression/values.ts';
import type { Draw, Step, StepOf } from '../language/step.ts';
import { verbOf } from './blocks.ts';
import { commandStep, isCommandStep } from './command-step.ts';
import { drawValue } from './draws.ts';
import { inner, type Play, ScenarioError, STEPS_MAX, StepFailed, scopeOf, unmet, type Variables } from './play.ts';
import { sendStep, setVariable } from './request-step.ts';
import { spanMs } from './spans.ts';
import { stateDifferences } from './state.ts';

type Steps = AsyncGenerator<undefined, void>;

const REPEATS_MAX = 10_000;

/** Plays `list`. `path` is its place in the file. Throws `StepFailed`, `ScenarioError` or an expression's error. */
export async function* playSteps(play: Play, list: readonly Step[], variables: Variables, path: string): Steps {
  for (const [index, step] of list.entries()) {
    const at = `${path}[${index}]`;
    await takeTurn(play);
    try {
      if (step.when !== undefined && !(await isWanted(play, step, variables, at))) continue;
      yield* playStep(play, step, variables, at);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      // Names are validated when the file is read, so the value comes from the deployment.
      const expected = 'values that its expressions can use';
      throw unmet(at, step.name ?? verbOf(step), expected, error.message, play.shown);
    }
  }
}

/** Turns between pauses, in which signals and timers are handled. */
const BREATH = 1_000;

/** Counts every visited step, including skipped ones, so that every loop ends. */
async function takeTurn(play: Play) {
  play.turns += 1;
  if (play.turns % BREATH === 0) await new Promise((resolve) => setImmediate(resolve));
  if (play.signal?.aborted && !play.isEnding) throw new ScenarioError('interrupted');
  if (play.turns > STEPS_MAX) throw new ScenarioError(`more than ${STEPS_MAX} steps: shorten the loops`);
}

async function isWanted(play: Play, step: Step, variables: Variables, at: string): Promise<boolean> {
  const value = evaluate(step.when ?? 'true', await seen(play, variables));
  if (typeof value === 'boolean') return value;
  throw unmet(at, 'when', `true or false: ${step.when}`, JSON.stringify(value) ?? 'nothing', play.shown);
}

async function* playStep(play: Play, step: Step, variables: Variables, at: string): Steps {
  if ('call' in step) yield* callMacro(play, step, variables, at);
  else if ('until' in step) yield* playUntil(play, step, variables, at);
  else if ('repeat' in step) yield* playRepeat(play, step, variables, at);
  else if ('each' in step) yield* playEach(play, step, variables, at);
  else if ('together' in step) yield* playTogether(play, step, variables, at);
  else {
    play.steps += 1;
    await playLeaf(play, step, variables, at);
    await holdAlways(play, variables, at);
    yield undefined;
  }
}

/** The variables that expressions can use, with the current service clock. */
async function seen(play: Play, variables: Variables): Promise<ReturnType<typeof scopeOf>> {
  await noteClock(play, variables);
  return scopeOf(variables);
}

async function noteClock(play: Play, variables: Variables) {
  play.clock = await play.stage.now();
  setVariable(variables, 'now', play.clock);
}

type Leaf = Exclude<Step, StepOf<'call' | 'until' | 'repeat' | 'each' | 'together'>>;

async function playLeaf(play: Play, step: Leaf, variables: Variables, at: string) {
  await noteClock(play, variables);
  const scope = scopeOf(variables);
  if ('set' in step) {
    for (const [name, value] of Object.entries(step.set)) setVariable(variables, name, fill(value, scopeOf(variables)));
  } else if ('check' in step) checkAll([step.check].flat(), play, variables, at, step.name);
  else if ('draw' in step) {
    for (const [name, draw] of Object.entries(step.draw))
      setVariable(variables, name, drawValue(fill(draw, scope) as Draw, play.rng, play.stage));
  } else if ('advance' in step) await advance(play, spanMs(fill(step.advance, scope)), at);
  else if ('fault' in step) await mustDo(play.stage.fault(step.fault), `fault ${step.fault}`, at);
  else if ('faults' in step) await mustDo(setFaults(play, fill(step.faults, scope), at), 'faults', at);
  else if ('reset' in step) await mustDo(play.stage.reset(), 'reset', at);
  else if ('restart' in step) await restart(play, at);
  else if (isCommandStep(step)) await commandStep(play, step, verbOf(step), scope, at);
  else if ('expectState' in step) expectState(play, fill(step.expectState, scope) as object, at, step.name);
  else return sendStep(play, step, variables, scope, at);
  play.onStepTrace?.({ at, verb: verbOf(step), ms: play.clock - play.startedAt });
}

function checkAll(expressions: readonly string[], play: Play, variables: Variables, at: string, name?: string) {
  for (const expression of expressions) {
    play.judged += 1;
    const value = evaluate(expression, scopeOf(variables));
    if (value === true) continue;
    throw unmet(at, name ?? 'check', expression, withVariables(value, expression, scopeOf(variables)), play.shown);
  }
}

const SHOWN_LENGTH = 200;

/** The value of an expression, and the values of its variables. */
function withVariables(value: unknown, expression: string, scope: Scope): string {
  const seenAs = variablesIn(expression).map((name) => {
    const text = JSON.stringify(scope[name]) ?? 'nothing';
    return `${name} = ${text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}...` : text}`;
  });
  return [JSON.stringify(value) ?? 'nothing', ...seenAs].join('; ');
}

async function holdAlways(play: Play, variables: Variables, at: string) {
  if (play.always.length === 0) return;
  await seen(play, variables);
  const { judged } = play;
  checkAll(play.always, play, variables, at, 'always');
  // These do not count as judgements, because they may hold regardless of the steps.
  play.judged = judged;
}

async function advance(play: Play, ms: number, at: string) {
  if (play.clock + ms > MOMENT_LIMIT)
    throw new ScenarioError(`${at}: advance ${ms} ms: the clock stands at ${play.clock} and ends at ${MOMENT_LIMIT}`);
  await mustDo(play.stage.advance(ms), `advance ${ms} ms`, at);
  play.clock = await play.stage.now();
}

async function mustDo(done: Promise<boolean>, what: string, at: string) {
  if (!(await done)) throw unmet(at, what, 'the deployment to do it', 'it refused');
}

async function setFaults({ stage }: Play, rules: unknown, at: string): Promise<boolean> {
  try {
    return await stage.faultRules(parseFaults(rules));
  } catch (error) {
    throw error instanceof FaultsError ? new ScenarioError(`${at}: ${error.message}`) : error;
  }
}

async function restart({ stage }: Play, at: string) {
  if (stage.restart === undefined) throw unmet(at, 'restart', 'a service that can be restarted', 'none');
  await stage.restart();
}

function expectState(play: Play, wanted: object, at: string, name = 'the event log') {
  play.judged += 1;
  const differences = stateDifferences(wanted, play.stage.log?.() ?? []);
  if (differences.length > 0) throw new StepFailed(at, name, differences);
}

async function* callMacro(play: Play, step: StepOf<'call'>, variables: Variables, at: string): Steps {
  const macro = Object.hasOwn(play.macros, step.call) ? play.macros[step.call] : undefined;
  if (macro === undefined) throw new ScenarioError(`there is no macro ${step.call}`);
  const given = fill(step.with ?? {}, await seen(play, variables)) as Record<string, unknown>;
  const defaults = fill(macro.params, scopeOf(variables)) as Record<string, unknown>;
  yield* playSteps(play, macro.steps, inner(variables, { ...defaults, ...given }), `${at} ${step.call}`);
}

async function* playUntil(play: Play, { until }: StepOf<'until'>, variables: Variables, at: string): Steps {
  const scope = await seen(play, variables);
  const within = spanMs(fill(until.within, scope));
  const every = Math.max(1, spanMs(fill(until.every, scope)));
  for (let waited = 0; ; waited += every) {
    try {
      yield* playSteps(play, until.do, variables, `${at}.until.do`);
      return;
    } catch (error) {
      if (!(error instanceof StepFailed) || waited + every > within) throw error;
    }
    await advance(play, every, at);
  }
}

/** A value that a loop cannot use. It was captured, so it comes from the deployment. */
function unfit(play: Play, at: string, expected: string, value: unknown) {
  return unmet(at, 'loop', expected, (JSON.stringify(value) ?? 'nothing').slice(0, SHOWN_LENGTH), play.shown);
}

async function* playRepeat(play: Play, { repeat }: StepOf<'repeat'>, variables: Variables, at: string): Steps {
  const times = Number(fill(repeat.times, await seen(play, variables)));
  if (!Number.isSafeInteger(times) || times < 0 || times > REPEATS_MAX)
    throw unfit(play, at, `0 to ${REPEATS_MAX} times to repeat`, fill(repeat.times, scopeOf(variables)));
  for (let time = 0; time < times; time += 1) {
    const own = repeat.as === undefined ? variables : inner(variables, { [repeat.as]: time });
    yield* playSteps(play, repeat.do, own, `${at}.repeat.do`);
  }
}

async function* playEach(play: Play, { each }: StepOf<'each'>, variables: Variables, at: string): Steps {
  const list = fill(each.of, await seen(play, variables));
  if (!Array.isArray(list)) throw unfit(play, at, 'a list for each', list);
  for (const item of list as readonly unknown[])
    yield* playSteps(play, each.do, inner(variables, { [each.as]: item }), `${at}.each.do`);
}

/** The next client is drawn for every step; each client keeps the order of its steps. */
async function* playTogether(play: Play, { together }: StepOf<'together'>, variables: Variables, at: string): Steps {
  const clients = Object.entries(together).map(([name, steps]) =>
    playSteps(play, steps, variables, `${at}.together.${name}`),
  );
  while (clients.length > 0) {
    const index = play.rng.int(clients.length);
    const next = await clients[index]?.next();
    if (next?.done) clients.splice(index, 1);
    else yield undefined;
  }
}
