/**
 * conformance/saving/bench: where stories are tried: on the target that failed, and on the faithful simulator, which has to pass
 * what the target fails.
 */
import type { Loaded } from '../../scenarios/reading/read-scenario.ts';
import { deploymentStage } from '../../scenarios/stages/deployment.ts';
import { namedMarkets, namedWallets } from '../../scenarios/stages/names.ts';
import { asking } from '../../scenarios/stages/probe.ts';
import { inProcessTarget } from '../../sim/in-process-target.ts';
import type { Simulator } from '../../sim/simulator.ts';
import { objectsIn, parseJson, textAt } from '../../spec/json.ts';
import type { Credentials } from '../../wire/credentials.ts';
import { get, isSuccess } from '../../wire/message.ts';
import type { Target } from '../../wire/target.ts';
import { withOwnSalts } from './moments.ts';
import { createPlayer, loadedOf, type Player } from './player.ts';
import { type Story, stepsOfStory } from './story.ts';
import type { Names } from './supply.ts';

export type Bench = {
  readonly names: Names;
  readonly target: Player;
  readonly sound: Player;
  /** The simulator has the same markets as the target: its answers are what the target's should be. */
  readonly isSameWorld: boolean;
  /** Written into stories, where it is not the one that is played anyway. */
  readonly world: 'medium' | undefined;
  /** Times that a story may be played on the target. */
  readonly playsMax: number;
};

/** The story as it is played while nothing is written yet. */
export function loadedStory(story: Story, { names, world }: Bench): Loaded {
  const { steps, vars } = withOwnSalts(stepsOfStory(story, names));
  return loadedOf({ scenario: 'saved', vars, ...(world === undefined ? {} : { world }) }, steps);
}

/** A deployment that stories are played on. `sleep` waits where its clock cannot be moved. */
export type Deployment = {
  readonly target: Target;
  readonly credentials: Credentials | undefined;
  readonly sleep: (ms: number) => Promise<void>;
};

/** A player on a deployment. */
export function playerOn({ target, credentials, sleep }: Deployment): Player {
  return createPlayer(
    deploymentStage({ target, wallets: credentials?.wallets ?? [], markets: credentials?.markets ?? [], sleep }),
  );
}

/** A player on a simulator. */
export function playerOnSimulator(simulator: Simulator): Player {
  const { credentials } = simulator;
  return playerOn({ target: inProcessTarget(simulator), credentials, sleep: async () => undefined });
}

/** The names that stories have for the wallets and markets of a deployment. */
export async function namesOf({ target, credentials }: Omit<Deployment, 'sleep'>): Promise<Names> {
  return {
    wallets: namedWallets(credentials?.wallets ?? []),
    markets: await namedMarkets(asking(target.send), credentials?.markets ?? []),
  };
}

const SAMPLE = { limit: '20' };

/** True where two deployments list mostly the same markets. */
export async function haveSameMarkets(one: Target, other: Target): Promise<boolean> {
  const [mine, others] = [await conditionsOf(one), new Set(await conditionsOf(other))];
  return mine.filter((id) => others.has(id)).length > others.size / 2;
}

async function conditionsOf(target: Target): Promise<readonly string[]> {
  const outcome = await target.send(get('/markets', SAMPLE));
  if (outcome.kind !== 'response' || !isSuccess(outcome.response)) return [];
  return objectsIn(parseJson(outcome.response.body)).map((row) => textAt(row, 'conditionId') ?? '');
}
