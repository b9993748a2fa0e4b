/** proof/judge/trial: judges one variant by the checks that can see it, writes included, on a virtual clock. */
import type { Check } from '../../conformance/check.ts';
import type { Counterexample } from '../../conformance/counterexample.ts';
import type { CheckResult, Report } from '../../conformance/report.ts';
import { runChecks } from '../../conformance/run.ts';
import type { RunOptions } from '../../conformance/run-options.ts';
import { suiteOf } from '../../conformance/suite.ts';
import { inProcessTarget } from '../../sim/in-process-target.ts';
import { createSimulator, type Simulator } from '../../sim/simulator.ts';
import { registerOf } from '../../spec/clauses/register.ts';
import { httpTarget } from '../../wire/http-target.ts';
import type { Target } from '../../wire/message.ts';
import { phasesFor } from './concerned.ts';
import { mutated } from './mutated.ts';
import type { Quirk, Variant, Wrap } from './variant.ts';
import { simulatorOf } from './wrappers/changed-world.ts';
import { watched } from './wrappers/watched.ts';

/** A finding of a check. An exception, or a run that did not end, counts for a lawful variant. */
export type Complaint = Readonly<{
  check: string;
  clause: string;
  severity: 'fail' | 'warn';
  text: string;
  drawn?: Counterexample | undefined;
}>;

export type Trial = Readonly<{
  id: string;
  seed: string;
  /**
   * A breaking variant is killed if a check fails through its clause, and does not fail through it on the faithful
   * service. A lawful one is accused by any complaint, and idle if its wrapper changed no request and no response.
   */
  outcome: 'killed' | 'survived' | 'accused' | 'lawful' | 'idle';
  complaints: readonly Complaint[];
  /** MUST clauses that were judged on a value: a quirk that blocks checks has fewer. */
  verified: number;
}>;

export type LabOptions = Readonly<{
  /** The profile of the service and of the claims; by default that of the interface. */
  profile?: string;
  /** The suite; by default all checks of the profile. */
  checks?: readonly Check[];
  /** Judges every breaking variant on this world; by default each on the smallest world that shows it. */
  world?: 'small' | 'medium';
  /** Bytes of all bodies of a run, if not those of a check run. */
  bytesMax?: number;
  /** Judges the faithful service after each breaking variant, by the same checks, and not once by all. */
  hasFew?: boolean;
}>;

type Judge = (variant: Variant, seed: string) => Promise<Trial>;

/** The id in place of a check if the run as a whole failed. */
const RUN = 'the run';
/** The checks of request windows. They count requests, and a wrapper may make several of one. */
const WINDOWS: readonly string[] = ['limits.*'];

/** Judges variants one by one. Simulators of generated worlds are kept, because a reset after reads is cheap. */
export function newJudge({ profile = 'document', world, hasFew = true, ...lab }: LabOptions = {}): Judge {
  const { checks: suite = suiteOf(profile) } = lab;
  const register = registerOf(profile);
  const simulators = new Map<string, Simulator>();
  const baselines = new Map<string, ReturnType<typeof judge>>();

  function faithful(variant: Variant, seed: string): Simulator {
    const limits = variant.lawful === true && variant.fillsWindows !== true ? 'off' : 'enforce';
    if (typeof variant.world === 'object') return simulatorOf({ limits, ...variant.world }, seed);
    const name = world ?? variant.world ?? 'small';
    const key = `${seed} ${name} ${limits}`;
    const simulator = simulators.get(key) ?? createSimulator({ seed, world: name, limits, profile });
    simulators.set(key, simulator);
    simulator.reset();
    return simulator;
  }

  async function judge(variant: Variant, wrap: Wrap | undefined, checks: readonly Check[], seed: string) {
    const simulator = faithful(variant, seed);
    const changed = wrap === undefined ? simulator : mutated(simulator, wrap);
    const target = await targetOf(variant, changed, seed);
    const { credentials } = simulator;
    const terms = termsOf(variant, changed, lab);
    const options = { target, checks, register, seed, credentials, allowWrites: true, ...terms };
    const report = await runChecks(options).finally(() => target.close());
    const [bug] = variant.lawful === true ? simulator.bugs : [];
    if (bug !== undefined) throw new Error('the simulator failed', { cause: bug.error });
    return { complaints: complaintsIn(report), verified: report.coverage.verified };
  }

  /** The checks that find the clause broken without the change as well. */
  async function brokenAnyway(variant: Variant, checks: readonly Check[], seed: string): Promise<readonly string[]> {
    const key = `${seed} ${world ?? String(variant.world)}`;
    const { transport: _, ...faithful } = variant;
    const baseline = hasFew
      ? judge(faithful, undefined, checks, seed)
      : (baselines.get(key) ?? judge(faithful, undefined, suite, seed));
    if (!hasFew) baselines.set(key, baseline);
    return (await baseline).complaints.filter((one) => isAbout(variant, one)).map(({ check }) => check);
  }

  return async (variant, seed) => {
    const watching = variant.wrap === undefined ? undefined : watched(variant.wrap);
    const tried = { id: variant.id, seed, verified: 0 };
    const isLawful = variant.lawful === true;
    try {
      for (const checks of phasesFor(variant, suite)) {
        const { complaints: all, verified } = await judge(variant, watching?.wrap, checks, seed);
        let complaints = all.filter((one) => isAbout(variant, one));
        if (!isLawful && complaints.length > 0) {
          const before = await brokenAnyway(variant, checks, seed);
          complaints = complaints.filter(({ check }) => !before.includes(check));
        }
        if (complaints.length > 0) return { ...tried, outcome: isLawful ? 'accused' : 'killed', complaints, verified };
        tried.verified = verified;
      }
      const isIdle = watching?.hasChanged() === false;
      return { ...tried, outcome: isLawful ? (isIdle ? 'idle' : 'lawful') : 'survived', complaints: [] };
    } catch (error) {
      if (!isLawful) throw error;
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      return { ...tried, outcome: 'accused', complaints: [{ check: RUN, clause: '', severity: 'fail', text }] };
    }
  };
}

/** A mutant claims its profile with warnings as failures, so that every clause may fail. A quirk claims none. */
function termsOf(variant: Variant, { profile }: Simulator, { bytesMax }: LabOptions): Partial<RunOptions> {
  if (variant.lawful !== true) return { bytesMax, profile: profile.name, strict: true };
  return variant.fillsWindows === true ? { bytesMax, only: WINDOWS } : { bytesMax, skip: WINDOWS };
}

function isAbout(variant: Variant, { clause, severity }: Complaint) {
  if (variant.lawful !== true) return severity === 'fail' && clause === variant.breaks;
  return severity === 'fail' || variant.warns?.some((one) => one === clause) !== true;
}

/** In process; an unusual connection over loopback, with control in process, so that its clock is virtual as well. */
export async function targetOf(
  { transport }: Pick<Quirk, 'transport'>,
  simulator: Simulator,
  seed: string,
): Promise<Target> {
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
  return findings.flatMap(({ severity, clause, expected, actual, counterexample: drawn }) =>
    severity === 'note' ? [] : [{ check: id, clause, severity, text: `expected ${expected}, got ${actual}`, drawn }],
  );
}
