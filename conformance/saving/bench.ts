/** conformance/saving/bench: the target that failed and the faithful simulator, on which scenarios are tried. */
import { objectsIn, parseJson, textOrEmpty } from '../../base/json.ts';
import { deploymentStage, namedMarkets, namedWallets, readerOf } from '../../scenarios/stages/deployment.ts';
import { inProcessTarget } from '../../sim/in-process-target.ts';
import type { Simulator } from '../../sim/simulator.ts';
import type { Credentials } from '../../wire/credentials.ts';
import { get, isSuccess, type Target } from '../../wire/message.ts';
import type { Names } from './finding-trace.ts';
import { createPlayer, type Player } from './player.ts';

export type Bench = Readonly<{
  names: Names;
  target: Player;
  sound: Player;
  /** The simulator has the same markets as the target, so that it can play every scenario of the target. */
  isSameWorld: boolean;
  /** Written into scenarios, unless it is the default. */
  world: 'medium' | undefined;
  /** The most plays on the target for one finding. */
  playsMax: number;
}>;

/** A deployment that plays scenarios. `sleep` waits if its clock cannot be moved. */
export type Deployment = {
  readonly target: Target;
  readonly credentials: Credentials | undefined;
  readonly sleep: (ms: number) => Promise<void>;
};

export function playerOn({ target, credentials, sleep }: Deployment): Player {
  return createPlayer(
    deploymentStage({ target, wallets: credentials?.wallets ?? [], markets: credentials?.markets ?? [], sleep }),
  );
}

export function playerOnSimulator(simulator: Simulator): Player {
  const { credentials } = simulator;
  return playerOn({ target: inProcessTarget(simulator), credentials, sleep: async () => undefined });
}

/** The names of the wallets and markets of a deployment in scenarios. */
export async function namesOf({ target, credentials }: Omit<Deployment, 'sleep'>): Promise<Names> {
  return {
    wallets: namedWallets(credentials?.wallets ?? []),
    markets: await namedMarkets(readerOf(target.send), credentials?.markets ?? []),
  };
}

const SAMPLE = { limit: '20' };

/** True if two deployments list mostly the same markets. */
export async function haveSameMarkets(one: Target, other: Target): Promise<boolean> {
  const [mine, others] = [await conditionsOf(one), new Set(await conditionsOf(other))];
  return mine.filter((id) => others.has(id)).length > others.size / 2;
}

async function conditionsOf(target: Target): Promise<readonly string[]> {
  const outcome = await target.send(get('/markets', SAMPLE));
  if (outcome.kind !== 'response' || !isSuccess(outcome.response)) return [];
  return objectsIn(parseJson(outcome.response.body)).map((row) => textOrEmpty(row, 'conditionId'));
}
