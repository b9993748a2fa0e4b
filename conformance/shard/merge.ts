/** conformance/shard/merge: the report of a run from those of its shards, equal to the unsharded one on virtual time */
import type { Register } from '../../spec/clauses/register.ts';
import type { Check } from '../check.ts';
import type { Expectation } from '../input/expectations.ts';
import { InputError } from '../input/input-file.ts';
import type { CheckResult, Report, ShardRecord } from '../report.ts';
import { scenariosOf, withScenarios } from '../saving/reported.ts';
import type { JudgedCheck } from '../verdict/assemble.ts';
import { type Material, reportOf } from '../verdict/conclude.ts';
import { materialOf } from './record.ts';

/** A report and the name of its file, for messages. */
export type NamedReport = { readonly file: string; readonly report: Report };

type Sharded = { readonly file: string; readonly report: Report; readonly shard: ShardRecord };

export type MergeOptions = Readonly<{
  suite: readonly Check[];
  register: Register;
  /** The version of this program, which has to be that of the shards. */
  version: string;
  expectations: readonly Expectation[];
  today: string;
  /** The shards were judged at different addresses of one deployment. */
  isSameDeployment?: boolean;
}>;

/** Throws `InputError` if the reports are not all shards of one run, each once. */
export function mergeShards(reports: readonly NamedReport[], options: MergeOptions): Report {
  const shards = reports.map(shardedOf).sort((left, right) => left.shard.index - right.shard.index);
  const [first, ...others] = shards;
  if (first === undefined) throw new InputError('name the reports of all shards');
  for (const other of others) assertSameRun(first, other, options.isSameDeployment === true);
  assertComplete(shards);
  const { report, shard, file } = first;
  if (report.touchstone !== options.version) {
    throw new InputError(
      `${file}: the shards were judged by touchstone ${report.touchstone}, and this is ${options.version}: ` +
        'merge them with the version that wrote them',
    );
  }
  const suite = new Map(options.suite.map((check) => [check.id, check]));
  const whole = reportOf(
    {
      checks: report.checks.map((row) => suite.get(row.id) ?? scenarioCheck(row, file)),
      register: options.register,
      version: report.touchstone,
      target: { label: report.target },
      seed: report.seed,
      profile: report.profile,
      strict: shard.strict,
      expectations: options.expectations,
      today: options.today,
      isFiltered: shard.filtered,
      shard: undefined,
    },
    materialOf([shard, ...others.map((other) => other.shard)], report.capabilities as Material['capabilities']),
  );
  return withScenarios(
    whole,
    shards.flatMap((one) => scenariosOf(one.report)),
  );
}

function shardedOf({ file, report }: NamedReport): Sharded {
  if (report.shard === undefined) throw new InputError(`${file}: this report is not from touchstone check --shard`);
  return { file, report, shard: report.shard };
}

/** The facts about a run that its shards share. */
const SHARED: readonly (readonly [name: string, of: (one: Sharded) => unknown])[] = [
  ['version', ({ report }) => report.touchstone],
  ['target', ({ report }) => report.target],
  ['seed', ({ report }) => report.seed],
  ['profile', ({ report }) => report.profile ?? 'none'],
  ['number of shards', ({ shard }) => shard.count],
  ['--strict', ({ shard }) => shard.strict],
  ['--only or --skip', ({ shard }) => shard.filtered],
  ['capabilities', ({ report }) => report.capabilities],
  ['checks', ({ report }) => report.checks.map(({ id }) => id)],
];

function assertSameRun(first: Sharded, other: Sharded, isSameDeployment: boolean) {
  for (const [name, of] of SHARED) {
    if (name === 'target' && isSameDeployment) continue;
    const [left, right] = [of(first), of(other)];
    if (JSON.stringify(left) === JSON.stringify(right)) continue;
    const remedy = name === 'target' ? ' (--same-deployment, if these are addresses of one deployment)' : '';
    const values = typeof left === 'object' ? '' : `: ${left} and ${right}${remedy}`;
    throw new InputError(`${first.file} and ${other.file} are not of one run: they differ in ${name}${values}`);
  }
}

function assertComplete(shards: readonly Sharded[]) {
  const count = shards[0]?.shard.count ?? 0;
  for (let index = 1; index <= count; index += 1) {
    const [one, double] = shards.filter(({ shard }) => shard.index === index);
    if (one === undefined) throw new InputError(`shard ${index} of ${count} is missing: name its report, too`);
    if (double !== undefined)
      throw new InputError(`${one.file} and ${double.file} are both shard ${index} of ${count}`);
  }
  const owned = shards.flatMap(({ shard }) => shard.runs).map(({ id }) => id);
  const known = new Set(shards[0]?.report.checks.map(({ id }) => id));
  if (new Set(owned).size !== owned.length || owned.length !== known.size || !owned.every((id) => known.has(id))) {
    throw new InputError('the shards do not have each check once: judge them again with one version of touchstone');
  }
}

/** Scenarios are in no suite. Their rows have all that their verdicts follow from. */
function scenarioCheck({ id, title, clauses, kind, capability }: CheckResult, file: string): JudgedCheck {
  if (kind !== 'scenario') throw new InputError(`${file}: this version of touchstone has no check ${id}`);
  return { id, title, clauses, kind, capability, needs: [] };
}
