/**
 * conformance/quirks/trial: one run of the suite against one service with quirks, writes included and without a claimed
 * profile, and every finding above the severity of a note. The clock is virtual in every layer, so that no check really waits.
 */
import { inProcessTarget } from '../../sim/in-process-target.ts';
import type { Simulator } from '../../sim/simulator.ts';
import type { Register } from '../../spec/clauses/register.ts';
import { invariant } from '../../spec/result.ts';
import { httpTarget } from '../../wire/http-target.ts';
import type { Target } from '../../wire/target.ts';
import type { Check } from '../check.ts';
import { mutated } from '../mutants/mutated.ts';
import type { CheckResult, Report } from '../report.ts';
import { runChecks } from '../run.ts';
import { type OddService, serviceOf } from './bundle.ts';
import { simulatorOf } from './odd-world.ts';
import type { Quirk } from './quirk.ts';
import { type Watched, watched } from './watched.ts';

/** A finding about a lawful service: a defect of the check. */
export type Complaint = {
  readonly check: string;
  readonly clause: string;
  readonly severity: 'fail' | 'warn';
  /** The finding in one line. */
  readonly text: string;
  /** The other quirks that the finding needs: no quirk of the bundle causes it alone. */
  readonly beside?: readonly string[];
};

export type QuirkTrial = {
  readonly id: string;
  readonly seed: string;
  readonly complaints: readonly Complaint[];
  /** MUST clauses that were judged on a value: a quirk that blocks checks has fewer. */
  readonly verified: number;
  /** False if a wrapper changed no request and no response of the run. */
  readonly hasChanged: boolean;
};

export type TrialOptions = { readonly checks: readonly Check[]; readonly register: Register; readonly seed: string };

/** The id in place of a check if the run as a whole failed. */
const RUN = 'the run';

export async function tryQuirk(quirk: Quirk, options: TrialOptions): Promise<QuirkTrial> {
  const [trial] = await tryService([quirk], options);
  invariant(trial !== undefined, 'a service with one quirk has one trial');
  return trial;
}

/** Judges the service with all of the quirks: a trial for each, with the complaints about the service. Never rejects. */
export async function tryService(quirks: readonly Quirk[], options: TrialOptions): Promise<readonly QuirkTrial[]> {
  const { seed } = options;
  const watches = new Map<Quirk, Watched>();
  const observed = quirks.map((quirk): Quirk => {
    if (quirk.wrap === undefined) return quirk;
    const odd = watched(quirk.wrap);
    watches.set(quirk, odd);
    return { ...quirk, wrap: odd.wrap };
  });
  const { complaints, verified } = await judged(observed, options);
  return quirks.map((quirk) => {
    const hasChanged = watches.get(quirk)?.hasChanged() ?? true;
    return { id: quirk.id, seed, complaints, verified, hasChanged };
  });
}

/** The complaints about the service. An exception of a quirk or of the suite is also a complaint. */
async function judged(
  quirks: readonly Quirk[],
  options: TrialOptions,
): Promise<Pick<QuirkTrial, 'complaints' | 'verified'>> {
  try {
    const report = await reportOn(serviceOf(quirks, options.seed), options);
    const advised = new Set<string>(quirks.flatMap(({ warns = [] }) => warns));
    const complaints = complaintsIn(report).filter(
      ({ severity, clause }) => severity === 'fail' || !advised.has(clause),
    );
    return { complaints, verified: report.coverage.verified };
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { complaints: [{ check: RUN, clause: '', severity: 'fail', text }], verified: 0 };
  }
}

/** The checks of request windows. */
const WINDOWS: readonly string[] = ['limits.*'];

/** The simulator with the oddities of worlds and wrappers. */
function oddSimulator({ world, wrap, fillsWindows }: OddService, seed: string): Simulator {
  const simulator = simulatorOf({ limits: fillsWindows ? 'enforce' : 'off', ...world }, seed);
  return wrap === undefined ? simulator : mutated(simulator, wrap);
}

async function reportOn(service: OddService, { checks, register, seed }: TrialOptions): Promise<Report> {
  const simulator = oddSimulator(service, seed);
  const target = await targetOf(service, simulator, seed);
  try {
    const { credentials } = simulator;
    const report = await runChecks({
      target,
      checks,
      register,
      seed,
      credentials,
      allowWrites: true,
      // The checks of windows count requests, and a wrapper may make several of one.
      ...(service.fillsWindows ? { only: WINDOWS } : { skip: WINDOWS }),
    });
    const [bug] = simulator.bugs;
    if (bug !== undefined) throw new Error('the simulator failed', { cause: bug.error });
    return report;
  } finally {
    await target.close();
  }
}

/** In process; a transport quirk over loopback, with control in process, so that its clock is virtual as well. */
async function targetOf({ transport }: OddService, simulator: Simulator, seed: string): Promise<Target> {
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
