/** tidy/endings/main: `npm run endings -- [MOMENTS [SEED [JOBS]]]`: disturbs deployments; 1 if a run ended wrongly. */
import { momentsOf, nameOf, type PlayedMoment, playMoments, settingsOf } from './campaign.ts';
import { playMoment, type Setting } from './lost-target.ts';

const USAGE = 'usage: npm run endings [-- MOMENTS [SEED [JOBS]]], decimal digits (default: 40 1 4)';
const TIMEOUT_MS = 5_000;

const words = process.argv.slice(2);
const [moments = 40, seed = 1, jobs = 4] = words.map(Number);
if (words.length > 3 || words.some((word) => !/^[1-9]\d{0,5}$/.test(word))) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  let faulty = 0;
  for (const setting of settingsOf(TIMEOUT_MS)) faulty += await playSetting(setting);
  console.log(faulty === 0 ? 'all runs ended as they should' : `${faulty} runs did not end as they should`);
  process.exitCode = faulty === 0 ? 0 : 1;
}

/** Plays all moments of a setting, prints the outcomes, and returns the number of failures. */
async function playSetting(setting: Setting): Promise<number> {
  const whole = await playMoment(setting, undefined);
  if (typeof whole.code !== 'number' || !whole.hasReport)
    throw new Error(`${nameOf(setting)}: a run without a mishap ended with ${whole.code}`);
  let played = 0;
  const onOutcome = () => {
    played += 1;
    if (played % 10 === 0) console.error(`${nameOf(setting)}: ${played} of ${moments}`);
  };
  const drawn = momentsOf(setting, seed, moments, whole.wholeMs);
  const outcomes = await playMoments(setting, drawn, whole.code, jobs, onOutcome);
  console.log(`${nameOf(setting)}: ${whole.wholeMs} ms undisturbed, exit code ${whole.code}; ${summary(outcomes)}`);
  const faulty = outcomes.filter(({ faults }) => faults.length > 0);
  for (const { moment, faults } of faulty) {
    const { mishap, atMs, pauseMs } = moment;
    console.log(
      `  FAULT ${mishap} at ${atMs} ms${mishap === 'pause' ? ` for ${pauseMs} ms` : ''}: ${faults.join('; ')}`,
    );
  }
  return faulty.length;
}

/** `40 moments, latest end 13 s after a loss; kill 3 x10, pause 0 x10` */
function summary(outcomes: readonly PlayedMoment[]): string {
  const lasting = outcomes.flatMap(({ moment: { mishap }, ended: { afterMs } }) =>
    afterMs !== undefined && (mishap === 'kill' || mishap === 'stop') ? [afterMs] : [],
  );
  const groups = Object.entries(Object.groupBy(outcomes, ({ moment, ended }) => `${moment.mishap} ${ended.code}`));
  const shown = groups.map(([key, those]) => `${key} x${those?.length ?? 0}`).sort();
  const latest = Math.max(0, ...lasting) / 1_000;
  return `${outcomes.length} moments, latest end ${latest.toFixed(1)} s after a loss; exit codes: ${shown.join(', ')}`;
}
