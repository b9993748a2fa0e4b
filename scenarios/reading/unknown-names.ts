/** scenarios/reading/unknown-names: the wallets and markets that a scenario names exist, as far as that is known. */

import { didYouMean } from '../../base/closest.ts';
import { isObject, memberAt, objectAt } from '../../base/json.ts';
import { stepsOf } from './calls.ts';
import type { Macros } from './macros.ts';
import type { Reading } from './problem-list.ts';
import type { Path } from './source.ts';
import { listOf, listsIn } from './steps.ts';
import { listed } from './words.ts';

/** Wallets of a deployment, in the order of its credentials. */
const WALLETS: readonly string[] = ['alice', 'bob', 'carol', 'dave'];

type Kind = 'wallet' | 'market';
/** The names that exist; undefined if any may. */
type KnownNames = Readonly<Record<Kind, readonly string[] | undefined>>;

/** Reports wallets and markets that do not exist: in steps, macros, and the history of its world. */
export function reportUnknownNames(
  reading: Reading,
  scenario: Readonly<Record<string, unknown>>,
  macros: Macros,
): void {
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

function reportSteps(reading: Reading, path: Path, steps: unknown, knownNames: KnownNames): void {
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
function reportWorldHistory(reading: Reading, world: Readonly<Record<string, unknown>>, knownNames: KnownNames): void {
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

function reportUnknown(
  reading: Reading,
  path: Path,
  name: unknown,
  kind: Kind,
  knownNames: KnownNames,
  at?: 'key',
): void {
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
