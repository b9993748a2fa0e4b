/** reports/comparison/settings: the settings in which two runs differ, which can change results by themselves. */
import type { Report } from '../../conformance/report.ts';
import type { Comparison } from './comparison.ts';

const ABSENT = 'none';

export function differingSettings(old: Report, newer: Report): Comparison['settings'] {
  const [before, after] = [settingsOf(old), settingsOf(newer)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const pair = { old: before.get(name) ?? ABSENT, new: after.get(name) ?? ABSENT };
    return pair.old === pair.new ? [] : [{ name, ...pair }];
  });
}

function settingsOf(report: Report): ReadonlyMap<string, string> {
  const { touchstone, target, profile, seed, capabilities, filtered, complete, stopped } = report;
  return new Map([
    ['touchstone', touchstone],
    ['target', target],
    ['profile', profile ?? ABSENT],
    ['seed', seed],
    ...Object.entries(capabilities).map(([name, state]) => [`capability ${name}`, state] as const),
    ['checks', filtered ? 'some left out on request' : 'all'],
    ['end of the run', complete ? 'complete' : (stopped ?? 'incomplete')],
  ]);
}
