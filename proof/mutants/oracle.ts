/** proof/mutants/oracle: what an oracle is to the kill matrix: it is handed a venue and folds and says what is wrong. */
import seedrandom from 'seedrandom';
import type { Subject } from './subject.ts';

/** Which oracle spoke, after how many commands of its own, and what it said. */
export type Kill = { readonly oracle: string; readonly after: number; readonly what: string };

/** One oracle, or several that look at the same runs. */
export type Oracle = {
  readonly names: readonly string[];
  /** `reach`: how many drawn runs. `accuse` hears each name at most once. */
  judge(subject: Subject, seed: string, reach: number, accuse: (kill: Kill) => void): void;
};

/** An oracle that judges drawn runs one by one; `run` counts its commands by `tick`. */
export function oracleOf(
  name: string,
  run: (subject: Subject, draws: string, index: number, tick: () => void) => string | undefined,
): Oracle {
  return {
    names: [name],
    judge(subject, seed, reach, accuse) {
      let after = 0;
      const tick = (): void => {
        after += 1;
      };
      for (let index = 0; index < reach; index += 1) {
        const what = thrown(() => run(subject, `${seed}/${name}/${index}`, index, tick));
        if (what !== undefined) return accuse({ oracle: name, after, what });
      }
    },
  };
}

/** What the judgement says; a venue that throws has said enough. */
export function thrown(judgement: () => string | undefined): string | undefined {
  try {
    return judgement();
  } catch (error) {
    return `threw: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Non-negative integers that follow from the seed. */
export function drawsOf(seed: string): () => number {
  const random = seedrandom(seed);
  return () => random.int32() >>> 1;
}
