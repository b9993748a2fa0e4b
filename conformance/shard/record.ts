/** conformance/shard/record: what a shard knows, as data in its report, read back in the same order. */
import type { Check, RouteId } from '../check.ts';
import { createEvidence, type Evidence, mergeEvidence } from '../evidence/evidence.ts';
import type { CheckRun } from '../execution/context.ts';
import type { ShardEvidence, ShardRecord } from '../report.ts';
import type { Material } from '../verdict/conclude.ts';
import type { Shard } from './split.ts';

export function recordOf(
  { index, count }: Shard,
  checks: readonly Pick<Check, 'id'>[],
  { filtered, strict }: Pick<ShardRecord, 'filtered' | 'strict'>,
  { runs, discovery, discoveryRequests, flight, seenInResponses, silent, excessive, leftovers, gone, stop }: Material,
): ShardRecord {
  const { unfit, remarks, whyBlocked: _, ...preflight } = flight;
  const why = stop.why();
  return {
    index,
    count,
    filtered,
    strict,
    preflight: { ...preflight, remarks: [...remarks], ...(unfit === undefined ? {} : { unfit }) },
    discovery: { ...evidenceData(discovery), requests: discoveryRequests },
    runs: checks.flatMap(({ id }) => {
      const run = runs.get(id);
      if (run === undefined) return [];
      return [{ id, requests: run.requests, ending: run.ending, ...evidenceData(run.evidence) }];
    }),
    seen: [...seenInResponses],
    silent: Object.fromEntries(silent),
    excessive: Object.fromEntries(excessive),
    leftovers: [...leftovers],
    ...(gone === undefined ? {} : { gone }),
    ...(why === undefined ? {} : { stop: { why, sentence: stop.sentence() } }),
  };
}

/** The material of the run of these shards. Preflight and discovery, which every shard repeats, count once. */
export function materialOf(
  records: readonly [ShardRecord, ...ShardRecord[]],
  capabilities: Material['capabilities'],
): Material {
  const [first, ...others] = records;
  const discovery = evidenceOf(first.discovery);
  // Facts of discovery include the waits of the checks, which differ between shards.
  for (const { discovery: other } of others) {
    mergeEvidence(discovery, { ...createEvidence(), facts: evidenceOf(other).facts });
  }
  const stop = records.find((record) => record.stop !== undefined)?.stop;
  const unique = (texts: (record: ShardRecord) => readonly string[]): readonly string[] => [
    ...new Set(records.flatMap(texts)),
  ];
  return {
    runs: new Map(records.flatMap(({ runs }) => runs).map((run) => [run.id, runOf(run)])),
    discovery,
    discoveryRequests: first.discovery.requests,
    capabilities,
    flight: {
      ...first.preflight,
      unfit: records.find(({ preflight }) => preflight.unfit !== undefined)?.preflight.unfit,
      remarks: unique(({ preflight }) => preflight.remarks),
    },
    gone: records.find(({ gone }) => gone !== undefined)?.gone,
    stop: { why: () => stop?.why, sentence: () => stop?.sentence ?? '' },
    silent: new Map(records.flatMap(({ silent }) => routesOf(silent))),
    excessive: new Map(records.flatMap(({ excessive }) => routesOf(excessive))),
    seenInResponses: new Set(unique(({ seen }) => seen)),
    leftovers: unique(({ leftovers }) => leftovers),
  };
}

function evidenceData({ verified, facts, requested, findings }: Evidence): ShardEvidence {
  return {
    verified: [...verified],
    facts: Object.fromEntries([...facts].map(([subject, values]) => [subject, [...values]])),
    asked: [...requested],
    findings: [...findings].flatMap(([check, byClause]) =>
      [...byClause].map(([clause, { first, shapes, more }]) => ({ check, clause, first, shapes: [...shapes], more })),
    ),
  };
}

function evidenceOf({ verified, facts, asked, findings }: ShardEvidence): Evidence {
  const byCheck = Map.groupBy(findings, ({ check }) => check);
  return {
    ...createEvidence(),
    verified: new Set(verified),
    facts: new Map(Object.entries(facts).map(([subject, values]) => [subject, new Set(values)])),
    requested: new Set(asked),
    findings: new Map(
      [...byCheck].map(([check, rows]) => [
        check,
        new Map(rows.map(({ clause, first, shapes, more }) => [clause, { first, shapes: new Set(shapes), more }])),
      ]),
    ),
  };
}

function routesOf(reasons: Partial<Record<RouteId, string>>): [RouteId, string][] {
  return Object.entries(reasons) as [RouteId, string][];
}

function runOf({ ending, requests, ...evidence }: ShardRecord['runs'][number]): CheckRun {
  return { ending, requests, evidence: evidenceOf(evidence) };
}
