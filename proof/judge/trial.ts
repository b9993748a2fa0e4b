/**
 * proof/judge/trial: one run against one service with a quirk by the checks that can see it, writes included and without a
 * claimed profile, and every finding above the severity of a note. The clock is virtual in every layer, so that no check really waits.
 */

import type { Check } from '../../conformance/check.ts';
import type { CheckResult, Report } from '../../conformance/report.ts';
import { runChecks } from '../../conformance/run.ts';
import { inProcessTarget } from '../../sim/in-process-target.ts';
import type { Simulator } from '../../sim/simulator.ts';
import type { Register } from '../../spec/clauses/register.ts';
import type { RouteId } from '../../spec/route.ts';
import { routeById } from '../../spec/routes.ts';
import { httpTarget } from '../../wire/http-target.ts';
import type { Target } from '../../wire/target.ts';
import { mutated } from './mutated.ts';
import type { Quirk } from './quirk.ts';
import { simulatorOf } from './wrappers/odd-world.ts';
import { watched } from './wrappers/watched.ts';

/** A finding about a lawful service: a defect of the check. */
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
  /** MUST clauses that were judged on a value: a quirk that blocks checks has fewer. */
  readonly verified: number;
  /** False if a wrapper changed no request and no response of the run. */
  readonly hasChanged: boolean;
};

export type TrialOptions = { readonly checks: readonly Check[]; readonly register: Register; readonly seed: string };

/** The id in place of a check if the run as a whole failed. */
const RUN = 'the run';

/** Judges the service with the quirk. Never rejects. */
export async function tryQuirk(quirk: Quirk, options: TrialOptions): Promise<QuirkTrial> {
  const odd = quirk.wrap === undefined ? undefined : watched(quirk.wrap);
  const checks = concerned(quirk, options.checks);
  const found = await judged(odd === undefined ? quirk : { ...quirk, wrap: odd.wrap }, { ...options, checks });
  return { id: quirk.id, seed: options.seed, ...found, hasChanged: odd?.hasChanged() ?? true };
}

/** The complaints about the service. An exception of a quirk or of the suite is also a complaint. */
async function judged(quirk: Quirk, options: TrialOptions): Promise<Pick<QuirkTrial, 'complaints' | 'verified'>> {
  try {
    const report = await reportOn(quirk, options);
    const complaints = complaintsIn(report).filter(
      ({ severity, clause }) => severity === 'fail' || quirk.warns?.includes(clause) !== true,
    );
    return { complaints, verified: report.coverage.verified };
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { complaints: [{ check: RUN, clause: '', severity: 'fail', text }], verified: 0 };
  }
}

/** The checks of request windows. They count requests, and a wrapper may make several of one. */
const WINDOWS: readonly string[] = ['limits.*'];

/** The checks that can see the oddity: those that request a route that it changes. A connection shows on each route, and with orders. */
function concerned({ wrap, world, transport }: Quirk, checks: readonly Check[]): readonly Check[] {
  if (transport !== undefined) return checks.filter(({ kind, route }) => kind === 'shape' || route === 'place-order');
  const routes = world === undefined ? wrap?.routes : undefined;
  return routes === undefined ? checks : checks.filter((check) => routes.some((route) => mayRequest(check, route)));
}

/** Order checks that state no cost read what orders change: every route outside the catalog. */
function mayRequest({ route, cost, safety }: Check, id: RouteId): boolean {
  if (route === id || cost[id] !== undefined) return true;
  return Object.keys(cost).length === 0 && safety === 'write-reversible' && routeById(id).family !== 'typed';
}

/** The simulator with the oddities of world and wrapper. */
function oddSimulator({ world, wrap, fillsWindows }: Quirk, seed: string): Simulator {
  const simulator = simulatorOf({ limits: fillsWindows === true ? 'enforce' : 'off', ...world?.(seed) }, seed);
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
      ...(quirk.fillsWindows === true ? { only: WINDOWS } : { skip: WINDOWS }),
    });
    const [bug] = simulator.bugs;
    if (bug !== undefined) throw new Error('the simulator failed', { cause: bug.error });
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
