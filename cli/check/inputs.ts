/** cli/check/inputs: the flags of a run and the files that they name, validated before anything is sent. */

import type { Check } from '../../conformance/check.ts';
import { createCaller } from '../../conformance/client/caller.ts';
import { withApiKeys } from '../../conformance/client/own-keys.ts';
import { whyUnusable } from '../../conformance/discovery/preflight.ts';
import { type Expectation, readExpectations } from '../../conformance/input/expectations.ts';
import { readInput } from '../../conformance/input/input-file.ts';
import { readTargetFile, type TargetFile } from '../../conformance/input/target-file.ts';
import type { Report } from '../../conformance/report.ts';
import { unmatchedPattern } from '../../conformance/selection.ts';
import { isShard, SHARDS_MAX } from '../../conformance/shard/split.ts';
import { applicable, suiteOf } from '../../conformance/suite.ts';
import { markNew } from '../../reports/comparison/finding-keys.ts';
import { visible } from '../../reports/untrusted.ts';
import { registerOf } from '../../spec/clauses/register.ts';
import { type Credentials, CredentialsFile } from '../../wire/credentials.ts';
import type { Target } from '../../wire/message.ts';
import { deploymentFlag } from '../deployment/network-words.ts';
import { assertProfile } from '../deployment/profile-name.ts';
import { CliError } from '../exit.ts';
import { reading, readReport } from '../files/read-report.ts';
import type { CheckFlags } from './command.ts';
import type { OpenTarget } from './target.ts';

export type Inputs = Readonly<{
  checks: readonly Check[];
  credentials: Credentials | undefined;
  targetFile: TargetFile | undefined;
  expectations: readonly Expectation[];
  markNew: (report: Report) => Report;
}>;

/** The same without the credentials, which are read later. */
type FileInputs = Omit<Inputs, 'credentials'>;

/** Flags that contradict each other are an error, not a silent choice. */
export function assertFlagsAgree(url: string | undefined, flags: CheckFlags): void {
  const isForSimulator = (flags.world ?? flags.worldSkipInvalid ?? flags.inProcess) !== undefined;
  if (url !== undefined && isForSimulator)
    throw new CliError('--world and --in-process are for the built-in simulator: leave them out, or leave out the URL');
  if (url === undefined && (flags.credentials !== undefined || flags.allowWrites))
    throw new CliError(
      'the built-in simulator brings its own credentials: leave out --credentials and --allow-writes, or give a URL',
    );
  const network = deploymentFlag(flags);
  if (url === undefined && flags.against === undefined && network !== undefined)
    throw new CliError(`${network} is for a deployment: give its URL, or leave it out to judge the built-in simulator`);
  if (flags.allowWrites && flags.credentials === undefined)
    throw new CliError('--allow-writes needs --credentials FILE with the wallets to write with');
  if (flags.shard !== undefined && !isShard(flags.shard))
    throw new CliError(`--shard I/N needs an I from 1 to N, and an N of at most ${SHARDS_MAX}`);
  if (flags.shard !== undefined && flags.against !== undefined)
    throw new CliError('--shard leaves out reads that --against compares: leave out one of the two');
  if (flags.base !== undefined) throw new CliError('--base is the address of the service in a --har FILE: give one');
  assertProfile(flags.profile);
}

/** `suite`: the checks to select from. */
export async function readInputs(
  flags: CheckFlags,
  comparisons: readonly Check[],
  suite: readonly Check[] = suiteOf(flags.profile),
): Promise<FileInputs> {
  const checks = [...applicable(suite, registerOf(flags.profile)), ...comparisons, ...(await scenariosOf(flags))];
  assertPatterns(checks, flags);
  const { targetConfig, baseline } = flags;
  return reading(() => ({
    checks,
    targetFile: targetConfig === undefined ? undefined : readTargetFile(targetConfig),
    expectations: expectationsOf(flags),
    markNew: readBaseline(baseline),
  }));
}

export function expectationsOf({ expect }: Pick<CheckFlags, 'expect'>): readonly Expectation[] {
  return expect === undefined ? [] : reading(() => readExpectations(expect));
}

/** Throws `CliError` for a pattern of --only or --skip that names no check. */
export function assertPatterns(checks: readonly Check[], { only, skip }: Pick<CheckFlags, 'only' | 'skip'>): void {
  const unmatched = unmatchedPattern(checks, [...only, ...skip]);
  if (unmatched !== undefined) throw new CliError(visible(unmatched));
}

/** The modules of scenarios are loaded only with --scenarios. */
async function scenariosOf({ library, scenarios, seed }: CheckFlags): Promise<readonly Check[]> {
  if (!library && scenarios.length === 0) return [];
  const { scenarioChecksOf } = await import('./scenarios.ts');
  const { LIBRARY } = await import('../run/files.ts');
  return scenarioChecksOf(library ? [...scenarios, LIBRARY] : scenarios, seed);
}

/** The inputs with the credentials of a target that is up: services may write the file at start. Throws `CliError`. */
export async function withCredentials(
  given: FileInputs,
  { target, isUp }: Pick<OpenTarget, 'target' | 'isUp'>,
  { credentials: file, ...flags }: Pick<CheckFlags, 'credentials' | 'profile' | 'allowWrites'>,
): Promise<Inputs> {
  if (file === undefined || !isUp) return { ...given, credentials: undefined };
  return { ...given, credentials: await readKeyed(target, file, flags) };
}

/** Reads credentials, and creates or derives keys that they lack; undefined without a response. Throws `CliError`. */
export async function readKeyed(
  target: Target,
  file: string,
  flags: Pick<Partial<CheckFlags>, 'profile' | 'allowWrites'>,
): Promise<Credentials | undefined> {
  const read = reading(() => readInput(file, 'credentials file', CredentialsFile) as CredentialsFile);
  try {
    return await withApiKeys(target, read, flags);
  } catch (error) {
    // The preflight of the run states the reason, and every report is written.
    if ((await whyUnusable(createCaller(target))) !== undefined) return undefined;
    throw new CliError(error instanceof Error ? error.message : String(error));
  }
}

/** The function that marks the findings of a report which the baseline in `file`, if any, lacks. Throws `CliError`. */
export function readBaseline(file: string | undefined): (report: Report) => Report {
  if (file === undefined) return (report) => report;
  const baseline = readReport(file);
  if (baseline.command === 'check') return (report) => markNew(report, baseline);
  throw new CliError(`${file} is a report of touchstone ${baseline.command}: --baseline takes one of touchstone check`);
}
