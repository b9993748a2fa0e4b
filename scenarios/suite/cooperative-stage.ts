/** scenarios/suite/cooperative-stage: a stage that yields to the event loop now and then, for signals. */
import { setImmediate as others } from 'node:timers/promises';
import type { Stage } from '../stage.ts';

const BREATH_MS = 50;

/** The stage, with a pause at most every 50 ms. */
export function breathing(stage: Stage): Stage {
  let pausedAt = performance.now();
  const breathe = async (): Promise<void> => {
    if (performance.now() - pausedAt < BREATH_MS) return;
    await others();
    pausedAt = performance.now();
  };
  return {
    ...stage,
    async open(scenario, seed) {
      await breathe();
      const session = await stage.open(scenario, seed);
      if ('missing' in session) return session;
      // Every step reads the clock.
      const now = async (): Promise<number> => {
        await breathe();
        return session.now();
      };
      return { ...session, now };
    },
  };
}
