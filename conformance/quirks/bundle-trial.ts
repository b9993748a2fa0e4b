/** conformance/quirks/bundle-trial: finds the quirks of a bundle that cause a complaint. */
import { chunksOf } from '../chunks.ts';
import type { Quirk } from './quirk.ts';
import { type QuirkTrial, type TrialOptions, tryService } from './trial.ts';

/**
 * The trials of a bundle. A quirk whose neighbours kept it from changing anything is tried alone. If a check complains, every
 * quirk is tried alone; only if none of them causes a complaint, the combination is reported.
 */
export async function tryBundle(bundle: readonly Quirk[], options: TrialOptions): Promise<readonly QuirkTrial[]> {
  const trials = await tryService(bundle, options);
  if (bundle.length === 1) return trials;
  const isBundleAccused = isAccused(trials);
  const alone: QuirkTrial[] = [];
  for (const [place, trial] of trials.entries()) {
    const members = bundle.slice(place, place + 1);
    alone.push(...(isBundleAccused || !trial.hasChanged ? await tryService(members, options) : [trial]));
  }
  if (!isBundleAccused || isAccused(alone)) return alone;
  const smallest = await smallestAccused(bundle, trials, options);
  const ids = smallest.map(({ id }) => id);
  return alone
    .map((trial) => smallest.find(({ id }) => id === trial.id) ?? trial)
    .map((trial) => ({
      ...trial,
      complaints: trial.complaints.map((complaint) => ({ ...complaint, beside: ids.filter((id) => id !== trial.id) })),
    }));
}

function isAccused(trials: readonly QuirkTrial[]): boolean {
  return trials.some(({ complaints }) => complaints.length > 0);
}

/** The trials of the quirks that the complaint needs: leaves out halves of the bundle, then smaller parts, then single quirks. */
async function smallestAccused(
  bundle: readonly Quirk[],
  trials: readonly QuirkTrial[],
  options: TrialOptions,
): Promise<readonly QuirkTrial[]> {
  let [members, accused] = [bundle, trials];
  for (let size = bundle.length; size > 1; ) {
    size = Math.ceil(size / 2);
    for (const part of chunksOf(members, size)) {
      const others = members.filter((member) => !part.includes(member));
      const without = others.length === 0 ? [] : await tryService(others, options);
      if (isAccused(without)) [members, accused] = [others, without];
    }
  }
  return accused;
}
