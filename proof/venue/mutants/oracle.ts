/** proof/venue/mutants/oracle: an oracle of the kill matrix judges a venue and its folds. */
import seedrandom from 'seedrandom';
import type { Subject } from './subject.ts';

export type Kill = { readonly oracle: string; readonly after: number; readonly what: string };

/** One oracle, or several that judge the same runs. */
export type Oracle = {
  readonly names: readonly string[];
  /** `reach`: number of drawn runs. `accuse` is called at most once for each name. */
  judge(subject: Subject, seed: string, reach: number, accuse: (kill: Kill) => void): void;
};

/** An oracle that judges drawn runs one by one; `run` counts its commands through `tick`. */
export function oracleOf(
  name: string,
  run: (subject: Subject, draws: string, index: number, tick: () => void) => string | undefined,
): Oracle {
  return {
    names: [name],
    judge(subject, seed, reach, accuse) {
      let after = 0;
      const tick = () => {
        after += 1;
      };
      for (let index = 0; index < reach; index += 1) {
        const what = thrown(() => run(subject, `${seed}/${name}/${index}`, index, tick));
        if (what !== undefined) return accuse({ oracle: name, after, what });
      }
    },
  };
}

/** The result of the judgement; an exception is a finding too. */
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
