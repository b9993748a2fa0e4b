/** scenarios/reading/calls: calls of macros exist, fit and end; wallets and markets that are named exist. */
import { didYouMean } from '../../base/closest.ts';
import { isObject, type JsonObject, memberAt, objectAt, textAt } from '../../base/json.ts';
import { listed } from './issues.ts';
import type { FoundMacro, Macros } from './macros.ts';
import type { Reading } from './problem-list.ts';
import type { Path } from './source.ts';
import { listOf, stepsWithin } from './steps.ts';

/** The names of the macros that steps call, inside blocks too. */
export function callsIn(steps: unknown): readonly string[] {
  return [...stepsWithin([], steps)].flatMap(([, step]) => textAt(step, 'call') ?? []);
}

type WrittenStep = { readonly reading: Reading; readonly path: Path; readonly step: JsonObject };

/** Every step of a scenario and of its macros, as it is written. */
export function everyStep(reading: Reading, scenario: JsonObject, macros: Macros): readonly WrittenStep[] {
  const lists = [
    ...['steps', 'finally'].map((key) => ({ reading, path: [key] as Path, steps: scenario[key] })),
    ...[...macros.values()].map((macro) => {
      return { reading: macro.reading, path: [...macro.path, 'steps'], steps: stepsOf(macro) };
    }),
  ];
  return lists.flatMap((list) =>
    [...stepsWithin(list.path, list.steps)].map(([path, step]) => ({ reading: list.reading, path, step })),
  );
}

export function reportCalls(steps: readonly WrittenStep[], macros: Macros): void {
  for (const step of steps) reportCall(step, macros);
  reportCircles(macros);
}

function reportCall({ reading, path, step }: WrittenStep, macros: Macros) {
  const called = textAt(step, 'call');
  if (called === undefined) return;
  const macro = macros.get(called);
  if (macro === undefined) {
    const names = [...macros.keys()];
    const advice = didYouMean(' ', called, names, '"');
    const known = names.length === 0 ? ' no macro is defined here, see use:' : ` there are ${listed(names, 20)}`;
    reading.report([...path, 'call'], `no macro "${called}":${advice}${known}`);
    return;
  }
  const params = paramsOf(macro);
  const names = Object.keys(params);
  const given = Object.keys(objectAt(step, 'with') ?? {});
  for (const name of given.filter((one) => !names.includes(one))) {
    const advice = didYouMean(': ', name, names, '"');
    const known = names.length === 0 ? 'it has none' : `it has ${listed(names, 20)}`;
    reading.report([...path, 'with', name], `${called} has no parameter "${name}"${advice} (${known})`, 'key');
  }
  const missing = names.filter((name) => params[name] === null && !given.includes(name));
  if (missing.length > 0) {
    const plural = missing.length === 1 ? '' : 's';
    reading.report([...path, 'call'], `${called} needs the parameter${plural} ${missing.join(', ')}: add it to with:`);
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
    for (const name of new Set(callsIn(stepsOf(macro)))) {
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
export function reportUnknownNames(reading: Reading, scenario: JsonObject, steps: readonly WrittenStep[]): void {
  const world = objectAt(scenario, 'world');
  const knownNames: KnownNames = {
    wallet: world === undefined ? WALLETS : namesIn(world['wallets']),
    market: world === undefined ? undefined : namesIn(world['markets']),
  };
  // A macro of another file may be meant for other worlds.
  for (const step of steps) if (step.reading.source === reading.source) reportNamesIn(step, knownNames);
  if (world !== undefined) reportWorldHistory(reading, world, knownNames);
}

function reportNamesIn({ reading, path, step }: WrittenStep, knownNames: KnownNames) {
  reportUnknown(reading, [...path, 'as'], step['as'], 'wallet', knownNames);
  reportUnknown(reading, [...path, 'order', 'market'], memberAt(step['order'], 'market'), 'market', knownNames);
  for (const [name, drawn] of Object.entries(objectAt(step, 'draw') ?? {}))
    reportUnknown(reading, [...path, 'draw', name, 'market'], memberAt(drawn, 'market'), 'market', knownNames);
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
