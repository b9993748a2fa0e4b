/** cli/check/again: the commands that repeat the first failures of a run. */
import type { Check } from '../../conformance/check.ts';
import type { Finding, Report } from '../../conformance/report.ts';
import { unexpectedFailures } from '../../reports/summary.ts';
import { networkWords } from '../deployment/network-words.ts';
import { isPassive } from '../replay/choice.ts';
import { shellWord } from '../terminal/shell-word.ts';
import type { CheckFlags } from './command.ts';

type RepeatedFlags = Partial<CheckFlags> & Pick<CheckFlags, 'seed'>;

const SHOWN = 3;

/** One command line for each of the first failures. `file`: the JSON report, if one is written. */
export function againLines(
  report: Report,
  suite: readonly Check[],
  url: string | undefined,
  flags: RepeatedFlags,
  file: string | undefined,
): readonly string[] {
  const failures = unexpectedFailures(report).flatMap(({ id, findings }) => {
    const check = suite.find((one) => one.id === id);
    const [finding] = findings;
    const isOfSuite = check !== undefined && check.kind !== 'scenario' && check.kind !== 'differential';
    return isOfSuite && finding !== undefined ? [{ check, finding }] : [];
  });
  const { credentials, targetConfig, allowWrites } = flags;
  const writing = [
    ...flagWords({ credentials, 'target-config': targetConfig }),
    ...(allowWrites === true ? ['--allow-writes'] : []),
  ];
  const reaching = url === undefined ? [] : [...writing, ...networkWords(flags)];
  return failures.slice(0, SHOWN).map(({ check, finding }) => {
    const words =
      file === undefined
        ? [...commandOf(check, finding, url), ...runWords(flags, finding)]
        : ['replay', finding.id, '--report', file];
    return ['touchstone', ...words, ...reaching].map(shellWord).join(' ');
  });
}

function commandOf(check: Check, { counterexample }: Finding, url: string | undefined): readonly string[] {
  const target = url === undefined ? [] : [url];
  // A passive check fails by responses to the other checks of its route.
  const pattern = isPassive(check) ? `${check.route}.*` : check.id;
  if (counterexample === undefined) return ['check', ...target, '--only', pattern];
  const { seed, path } = counterexample;
  return ['explore', ...target, '--only', check.id, '--path', path, '--seed', String(seed)];
}

function runWords(
  { seed, world, profile, worldSkipInvalid }: RepeatedFlags,
  { counterexample }: Finding,
): readonly string[] {
  return [
    counterexample === undefined ? '--seed' : '--world-seed',
    String(seed),
    ...flagWords({ world, profile }),
    ...(worldSkipInvalid === true ? ['--world-skip-invalid'] : []),
  ];
}

function flagWords(values: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value]));
}
