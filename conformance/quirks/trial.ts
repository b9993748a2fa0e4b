/**
 * conformance/quirks/trial: one run of the suite against one quirk, writes included and without a claimed profile, and every
 * finding that is more than a note. The clock is virtual in every layer, so that no check really waits.
 */
import { inProcessTarget } from '../../sim/in-process-target.ts';
import type { Simulator } from '../../sim/simulator.ts';
import type { Register } from '../../spec/clauses/register.ts';
import { httpTarget } from '../../wire/http-target.ts';
import type { Target } from '../../wire/target.ts';
import type { Check } from '../check.ts';
import { mutated } from '../mutants/mutated.ts';
import type { CheckResult, Report } from '../report.ts';
import { runChecks } from '../run.ts';
import { simulatorOf } from './odd-world.ts';
import type { Quirk } from './quirk.ts';
import { watched } from './watched.ts';

/** A finding about a lawful service, and so a defect of the check. */
export type Complaint = {
  readonly check: string;
  readonly clause: string;
  readonly severity: 'fail' | 'warn';
  /** The finding in one line. */
  readonly text: string;
};

export type QuirkTrial = {
  readonly id: string;
  readonly seed: string;
  readonly complaints: readonly Complaint[];
  /** MUST clauses of which a value was judged: a quirk that blocks checks shows less. */
  readonly verified: number;
  /** False when a wrapper changed no request and no answer of the run. */
  readonly hasChanged: boolean;
};

export type TrialOptions = { readonly checks: readonly Check[]; readonly register: Register; readonly seed: string };

/** Stands for a check when the run as a whole went wrong. */
const RUN = 'the run';

/** Judges the service with the oddity. Rejects when the simulator or the suite has a defect. */
export async function tryQuirk(quirk: Quirk, options: TrialOptions): Promise<QuirkTrial> {
  const odd = quirk.wrap === undefined ? undefined : watched(quirk.wrap);
  const report = await reportOn(odd === undefined ? quirk : { ...quirk, wrap: odd.wrap }, options);
  return {
    id: quirk.id,
    seed: options.seed,
    complaints: complaintsIn(report),
    verified: report.coverage.verified,
    hasChanged: odd?.hasChanged() ?? true,
  };
}

/** The trial of a quirk that could not be judged, because its own code or the suite threw. */
export function failedTrial({ id }: Quirk, seed: string, error: unknown): QuirkTrial {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { id, seed, complaints: [{ check: RUN, clause: '', severity: 'fail', text }], verified: 0, hasChanged: false };
}

/** The checks of request windows. */
const WINDOWS: readonly string[] = ['limits.*'];

/** The simulator with the oddity of a world or a wrapper. */
function oddSimulator({ world, wrap, fillsWindows }: Quirk, seed: string): Simulator {
  const limits = fillsWindows === true ? 'enforce' : 'off';
  const simulator = simulatorOf({ limits, ...world?.(seed) }, seed);
  return wrap === undefined ? simulator : mutated(simulator, wrap);
}

async function reportOn(quirk: Quirk, { checks, register, seed }: TrialOptions): Promise<Report> {
  const simulator = oddSimulator(quirk, seed);
  const target = await targetOf(quirk, simulator, seed);
  try {
    const { credentials } = simulator;
    const report = await runChecks({
      target,
      checks,
      register,
      seed,
      credentials,
      allowWrites: true,
      // They count requests; a wrapper may make several of one.
      ...(quirk.fillsWindows === true ? { only: WINDOWS } : { skip: WINDOWS }),
    });
    const [bug] = simulator.bugs;
    if (bug !== undefined) throw new Error(`quirk ${quirk.id}: the simulator failed`, { cause: bug.error });
    return report;
  } finally {
    await target.close();
  }
}

/** In process; a transport quirk over loopback, with control in process, so that its clock is virtual as well. */
async function targetOf({ transport }: Quirk, simulator: Simulator, seed: string): Promise<Target> {
  const inProcess = inProcessTarget(simulator);
  if (transport === undefined) return inProcess;
  const server = await transport(simulator.handle, seed);
  const overHttp = httpTarget(new URL(server.url));
  return {
    ...inProcess,
    send: overHttp.send,
    async close() {
      await overHttp.close();
      await server.close();
    },
  };
}

function complaintsIn({ checks, complete, stopped }: Report): readonly Complaint[] {
  const found = checks.flatMap(complaintsOf);
  if (complete) return found;
  return [...found, { check: RUN, clause: '', severity: 'fail', text: `did not end: ${stopped ?? 'no reason given'}` }];
}

function complaintsOf({ id, clauses, findings, verdict, reason }: CheckResult): readonly Complaint[] {
  if (verdict === 'error') return [{ check: id, clause: clauses[0] ?? '', severity: 'fail', text: `threw: ${reason}` }];
  return findings.flatMap(({ severity, clause, expected, actual }) =>
    severity === 'note' ? [] : [{ check: id, clause, severity, text: `expected ${expected}, got ${actual}` }],
  );
}
