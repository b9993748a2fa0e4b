/**
 * scenarios/suite/cooperative-stage: a stage that lets the thread do other things now and then. In process nothing ever waits, so
 * that without this a signal would be heard only when a scenario has ended.
 */
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
      const scene = await stage.open(scenario, seed);
      if ('missing' in scene) return scene;
      // Every step asks for the time.
      const now = async (): Promise<number> => {
        await breathe();
        return scene.now();
      };
      return { ...scene, now };
    },
  };
}
