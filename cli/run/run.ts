/** cli/run/run: the work of `touchstone run`: reads files, lists or plays them, once or at each change. */

import { availableParallelism } from 'node:os';
import { counted } from '../../base/counted.ts';
import { visible } from '../../reports/untrusted.ts';
import type { Loaded } from '../../scenarios/reading/read-scenario.ts';
import { openPool } from '../../scenarios/suite/pool.ts';
import { deploymentFlag } from '../deployment/network-words.ts';
import { assertProfile } from '../deployment/profile-name.ts';
import { createRunEnd } from '../deployment/run-end.ts';
import { CliError, EXIT, type ExitCode } from '../exit.ts';
import { parseReportFiles } from '../files/report-files.ts';
import { namedFiles } from '../files/whole-file.ts';
import { jsonText } from '../terminal/json-text.ts';
import { tableLines } from '../terminal/table-lines.ts';
import type { RunFlags } from './command.ts';
import { type Found, isFolder, LIBRARY, readScenarios } from './files.ts';
import { runOnce } from './single-run.ts';
import { runWatching } from './watcher.ts';

/** Plays, lists or watches scenarios as the flags request. Throws `CliError`. */
export async function runFiles(named: readonly string[], flags: RunFlags): Promise<ExitCode> {
  if (flags.record !== undefined || flags.har !== undefined) return await record(named, flags);
  const paths = flags.library ? [...named, LIBRARY] : named;
  if (paths.length === 0)
    throw new CliError('name scenario files, or folders that hold some, or play those that come along: --library');
  assertFlagsAgree(flags);
  const reports = parseReportFiles(flags.report, namedFiles({ '--trace': flags.trace, '--junit': flags.junit }));
  if (flags.list) return list(readScenarios(paths, flags), flags);
  if (flags.againstMutants && reports.length > 0)
    throw new CliError('--report has no rows for --against-mutants: use --json');
  if (flags.againstMutants) return await runMutants(readScenarios(paths, flags), flags);
  const end = createRunEnd(flags.maxTime);
  end.listen(flags.target !== undefined);
  const { profile = 'document', jobs = availableParallelism() } = flags;
  const pool = openPool(profile, flags.target === undefined ? jobs : 1);
  if (paths.some(isFolder)) pool.start();
  try {
    const run = (found: Found) => runOnce(found, { flags, reports, pool, end });
    if (!flags.watch) return await run(readScenarios(paths, flags));
    return await runWatching(paths, flags, run, end.signal);
  } finally {
    end.release();
    await pool.close();
  }
}

/** Flags that contradict each other are an error, not a silent choice. */
function assertFlagsAgree(flags: RunFlags) {
  const { target, credentials, allowWrites, profile } = flags;
  if (target === undefined && (credentials !== undefined || allowWrites))
    throw new CliError(
      'in process each scenario has its own wallets: leave out --credentials and --allow-writes, or give --target URL',
    );
  const network = deploymentFlag(flags);
  if (target === undefined && network !== undefined)
    throw new CliError(`${network} is for a deployment: give --target URL, or leave it out to play in process`);
  if (allowWrites && credentials === undefined)
    throw new CliError('--allow-writes needs --credentials FILE with the wallets to write with');
  if (target !== undefined && profile !== undefined)
    throw new CliError('--profile is of the simulator in process: leave it out, or leave out --target');
  if (target !== undefined && (flags.jobs ?? 1) > 1)
    throw new CliError('a deployment is shared, so scenarios are played one after the other: leave out --jobs');
  if (target !== undefined && flags.updateGolden)
    throw new CliError('golden traces are made in process: leave out --target or --update-golden');
  assertProfile(profile);
}

function list({ scenarios }: Found, { json }: RunFlags): ExitCode {
  process.stdout.write(json ? listJson(scenarios) : listText(scenarios));
  return EXIT.ok;
}

async function record(paths: readonly string[], { record: out, har, target: base }: RunFlags): Promise<ExitCode> {
  if (out === undefined || har === undefined || paths.length > 0)
    throw new CliError('a scenario is recorded with --record OUT.yaml --har FILE, and no other files');
  const { recordHar } = await import('./recording.ts');
  console.error(`touchstone: ${await recordHar({ har, out, base })}`);
  return EXIT.ok;
}

async function runMutants({ scenarios }: Found, flags: RunFlags): Promise<ExitCode> {
  const { runAgainstMutants } = await import('./mutant-matrix.ts');
  const { seed, reach = 'cited', atLeast = 1, json } = flags;
  return await runAgainstMutants({ scenarios, seed, reach, atLeast, isJson: json === true });
}

function listText(scenarios: readonly Loaded[]) {
  const rows = scenarios.map(({ file, name, scenario }) => [
    visible(file),
    visible(name),
    scenario.tags.join(','),
    visible(scenario.clauses.join(',')),
  ]);
  const lines = tableLines([['file', 'name', 'tags', 'clauses'], ...rows]);
  const cases = scenarios.reduce((sum, { cases: { length } }) => sum + length, 0);
  const clauses = new Set(scenarios.flatMap(({ scenario }) => scenario.clauses)).size;
  const total = `${counted(scenarios.length, 'scenario')}, ${counted(cases, 'case')}, ${counted(clauses, 'clause')}`;
  return `${[...lines, '', total].join('\n')}\n`;
}

function listJson(scenarios: readonly Loaded[]): string {
  const rows = scenarios.map(({ file, name, scenario, cases }) => ({
    file,
    scenario: name,
    tags: scenario.tags,
    clauses: scenario.clauses,
    cases: cases.flatMap((one) => (one.name === undefined ? [] : [one.name])),
  }));
  return jsonText(rows);
}
