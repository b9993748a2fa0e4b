/**
 * scenarios/reading/cast: the wallets and markets that a scenario speaks of. In a world of its own they are those that it writes;
 * elsewhere the wallets have fixed names and the markets are for the deployment to say.
 */

import { likely } from '../../spec/closest.ts';
import { stepsOf } from './calls.ts';
import type { Reading } from './fault-list.ts';
import type { Macros } from './macros.ts';
import type { Path } from './source.ts';
import { isRecord, listOf, listsIn } from './steps.ts';
import { listed } from './words.ts';

/** Wallets of a deployment, in the order of its credentials. */
const WALLETS: readonly string[] = ['alice', 'bob', 'carol', 'dave'];

type Kind = 'wallet' | 'market';
/** The names that there are; undefined where any may be. */
type Cast = Readonly<Record<Kind, readonly string[] | undefined>>;

/** Tells of wallets and markets that do not exist: of steps, of macros that the scenario has, and of the history of its world. */
export function tellCast(reading: Reading, scenario: Readonly<Record<string, unknown>>, macros: Macros): void {
  const world = isRecord(scenario['world']) ? scenario['world'] : undefined;
  const cast: Cast = {
    wallet: world === undefined ? WALLETS : namesIn(world['wallets']),
    market: world === undefined ? undefined : namesIn(world['markets']),
  };
  for (const key of ['steps', 'finally']) tellSteps(reading, [key], scenario[key], cast);
  for (const macro of macros.values()) {
    // A macro of another file may be there for other worlds than this one.
    if (macro.reading.source === reading.source) tellSteps(reading, [...macro.path, 'steps'], stepsOf(macro), cast);
  }
  if (world !== undefined) tellHistory(reading, world, cast);
}

function tellSteps(reading: Reading, path: Path, steps: unknown, cast: Cast): void {
  for (const [index, step] of listOf(steps).entries()) {
    if (!isRecord(step)) continue;
    const here = [...path, index];
    tellUnknown(reading, [...here, 'as'], step['as'], 'wallet', cast);
    if (isRecord(step['order']))
      tellUnknown(reading, [...here, 'order', 'market'], step['order']['market'], 'market', cast);
    for (const [name, drawn] of Object.entries(isRecord(step['draw']) ? step['draw'] : {})) {
      const market = isRecord(drawn) ? drawn['market'] : undefined;
      tellUnknown(reading, [...here, 'draw', name, 'market'], market, 'market', cast);
    }
    for (const inside of listsIn(step)) tellSteps(reading, [...here, ...inside.path], inside.steps, cast);
  }
}

/** Balances by market, and what happened before. */
function tellHistory(reading: Reading, world: Readonly<Record<string, unknown>>, cast: Cast): void {
  for (const [name, wallet] of Object.entries(isRecord(world['wallets']) ? world['wallets'] : {})) {
    const tokens = isRecord(wallet) && isRecord(wallet['tokens']) ? wallet['tokens'] : {};
    for (const market of Object.keys(tokens)) {
      tellUnknown(reading, ['world', 'wallets', name, 'tokens', market], market, 'market', cast, 'key');
    }
  }
  for (const [index, entry] of listOf(world['history']).entries()) {
    if (!isRecord(entry)) continue;
    const here = ['world', 'history', index];
    for (const key of ['pause', 'close']) tellUnknown(reading, [...here, key], entry[key], 'market', cast);
    for (const [key, told] of Object.entries(entry)) {
      if (!isRecord(told)) continue;
      tellUnknown(reading, [...here, key, 'wallet'], told['wallet'], 'wallet', cast);
      tellUnknown(reading, [...here, key, 'market'], told['market'], 'market', cast);
    }
  }
}

function tellUnknown(reading: Reading, path: Path, name: unknown, kind: Kind, cast: Cast, at?: 'key'): void {
  const known = cast[kind];
  if (known === undefined || typeof name !== 'string' || name.includes('${') || known.includes(name)) return;
  const [meant] = likely(name, known);
  const advice = meant === undefined ? '' : ` did you mean "${meant}"?`;
  reading.tell(
    path,
    `no ${kind} "${name}":${advice} there ${known.length === 1 ? 'is' : 'are'} ${listed(known, 20)}`,
    at,
  );
}

function namesIn(value: unknown): readonly string[] {
  return isRecord(value) ? Object.keys(value) : [];
}
