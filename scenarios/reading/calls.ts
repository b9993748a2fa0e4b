/** scenarios/reading/calls: calls of macros exist, fit and end; wallets and markets that are named exist. */
import { didYouMean } from '../../base/closest.ts';
import { isObject, type JsonObject, memberAt, objectAt, textAt } from '../../base/json.ts';
import { listed } from './issues.ts';
import type { FoundMacro, Macros } from './macros.ts';
import type { Reading } from './problem-list.ts';
import type { Path } from './source.ts';
import { listOf, listsIn } from './steps.ts';

type Call = { readonly name: string; readonly path: Path; readonly given: readonly string[] };

/** All calls in a list of steps, those inside blocks among them; paths from the list on. */
export function callsIn(steps: readonly unknown[]): readonly Call[] {
  return steps.flatMap((step, index): readonly Call[] => {
    const inside = listsIn(step).flatMap(({ path, steps: list }) =>
      callsIn(list).map((call) => ({ ...call, path: [index, ...path, ...call.path] })),
    );
    const name = textAt(step, 'call');
    if (name === undefined) return inside;
    return [{ name, path: [index], given: Object.keys(objectAt(step, 'with') ?? {}) }, ...inside];
  });
}

export function reportCalls(reading: Reading, scenario: JsonObject, macros: Macros): void {
  reportCallsOf(reading, ['steps'], scenario['steps'], macros);
  reportCallsOf(reading, ['finally'], scenario['finally'], macros);
  for (const macro of macros.values()) reportCallsOf(macro.reading, [...macro.path, 'steps'], stepsOf(macro), macros);
  reportCircles(macros);
}

function reportCallsOf(reading: Reading, around: Path, steps: unknown, macros: Macros) {
  if (!Array.isArray(steps)) return;
  for (const call of callsIn(steps)) reportCall(reading, { ...call, path: [...around, ...call.path] }, macros);
}

function reportCall(reading: Reading, call: Call, macros: Macros) {
  const macro = macros.get(call.name);
  if (macro === undefined) {
    const names = [...macros.keys()];
    const advice = didYouMean(' ', call.name, names, '"');
    const known = names.length === 0 ? ' no macro is defined here, see use:' : ` there are ${listed(names, 20)}`;
    reading.report([...call.path, 'call'], `no macro "${call.name}":${advice}${known}`);
    return;
  }
  const params = paramsOf(macro);
  const names = Object.keys(params);
  for (const name of call.given.filter((one) => !names.includes(one))) {
    const advice = didYouMean(': ', name, names, '"');
    const known = names.length === 0 ? 'it has none' : `it has ${listed(names, 20)}`;
    reading.report([...call.path, 'with', name], `${call.name} has no parameter "${name}"${advice} (${known})`, 'key');
  }
  const missing = names.filter((name) => params[name] === null && !call.given.includes(name));
  if (missing.length > 0) {
    const plural = missing.length === 1 ? '' : 's';
    reading.report(
      [...call.path, 'call'],
      `${call.name} needs the parameter${plural} ${missing.join(', ')}: add it to with:`,
    );
  }
}

/** Each circle once, at the macro of it that comes first. */
function reportCircles(macros: Macros) {
  const done = new Set<string>();
  const visit = (macro: FoundMacro, way: readonly string[]) => {
    const start = way.indexOf(macro.name);
    if (start !== -1) {
      const circle = [...way.slice(start), macro.name].join(' -> ');
      const first = macros.get(way[start] ?? '') ?? macro;
      first.reading.report(first.path, `macros call each other in a circle: ${circle}`, 'key');
      return;
    }
    if (done.has(macro.name)) return;
    const steps = stepsOf(macro);
    const names = new Set(Array.isArray(steps) ? callsIn(steps).map(({ name }) => name) : []);
    for (const name of names) {
      const called = macros.get(name);
      if (called !== undefined) visit(called, [...way, macro.name]);
    }
    done.add(macro.name);
  };
  for (const macro of macros.values()) visit(macro, []);
}

export function stepsOf({ written }: FoundMacro): unknown {
  return memberAt(written, 'steps');
}

export function paramsOf({ written }: FoundMacro): JsonObject {
  return objectAt(written, 'params') ?? {};
}

/** Wallets of a deployment, in the order of its credentials. */
const WALLETS: readonly string[] = ['alice', 'bob', 'carol', 'dave'];

type Kind = 'wallet' | 'market';
/** The names that exist; undefined if any may. */
type KnownNames = Readonly<Record<Kind, readonly string[] | undefined>>;

/** Reports wallets and markets that do not exist: in steps, macros, and the history of its world. */
export function reportUnknownNames(reading: Reading, scenario: JsonObject, macros: Macros): void {
  const world = objectAt(scenario, 'world');
  const knownNames: KnownNames = {
    wallet: world === undefined ? WALLETS : namesIn(world['wallets']),
    market: world === undefined ? undefined : namesIn(world['markets']),
  };
  for (const key of ['steps', 'finally']) reportSteps(reading, [key], scenario[key], knownNames);
  for (const macro of macros.values()) {
    // A macro of another file may be meant for other worlds.
    if (macro.reading.source === reading.source)
      reportSteps(reading, [...macro.path, 'steps'], stepsOf(macro), knownNames);
  }
  if (world !== undefined) reportWorldHistory(reading, world, knownNames);
}

function reportSteps(reading: Reading, path: Path, steps: unknown, knownNames: KnownNames) {
  for (const [index, step] of listOf(steps).entries()) {
    if (!isObject(step)) continue;
    const here = [...path, index];
    reportUnknown(reading, [...here, 'as'], step['as'], 'wallet', knownNames);
    reportUnknown(reading, [...here, 'order', 'market'], memberAt(step['order'], 'market'), 'market', knownNames);
    for (const [name, drawn] of Object.entries(objectAt(step, 'draw') ?? {}))
      reportUnknown(reading, [...here, 'draw', name, 'market'], memberAt(drawn, 'market'), 'market', knownNames);
    for (const inside of listsIn(step)) reportSteps(reading, [...here, ...inside.path], inside.steps, knownNames);
  }
}

/** Balances by market, and earlier events. */
function reportWorldHistory(reading: Reading, world: JsonObject, knownNames: KnownNames) {
  for (const [name, wallet] of Object.entries(objectAt(world, 'wallets') ?? {})) {
    for (const market of Object.keys(objectAt(wallet, 'tokens') ?? {}))
      reportUnknown(reading, ['world', 'wallets', name, 'tokens', market], market, 'market', knownNames, 'key');
  }
  for (const [index, entry] of listOf(world['history']).entries()) {
    if (!isObject(entry)) continue;
    const here = ['world', 'history', index];
    for (const key of ['pause', 'close']) reportUnknown(reading, [...here, key], entry[key], 'market', knownNames);
    for (const [key, values] of Object.entries(entry)) {
      reportUnknown(reading, [...here, key, 'wallet'], memberAt(values, 'wallet'), 'wallet', knownNames);
      reportUnknown(reading, [...here, key, 'market'], memberAt(values, 'market'), 'market', knownNames);
    }
  }
}

function reportUnknown(reading: Reading, path: Path, name: unknown, kind: Kind, knownNames: KnownNames, at?: 'key') {
  const known = knownNames[kind];
  if (known === undefined || typeof name !== 'string' || name.includes('${') || known.includes(name)) return;
  const advice = didYouMean(' ', name, known, '"');
  reading.report(
    path,
    `no ${kind} "${name}":${advice} there ${known.length === 1 ? 'is' : 'are'} ${listed(known, 20)}`,
    at,
  );
}

function namesIn(value: unknown): readonly string[] {
  return isObject(value) ? Object.keys(value) : [];
}
