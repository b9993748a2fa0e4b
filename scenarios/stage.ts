/**
 * scenarios/stage: where scenarios are played: the port between the runner and a deployment. In process each scenario gets a
 * world of its own; over HTTP a deployment is put back to its start where it has control routes, and shared where not.
 */
import type { Event } from '../sim/core/event.ts';
import type { NamedMarket } from '../sim/named.ts';
import type { Wallet } from '../wire/credentials.ts';
import type { Request } from '../wire/message.ts';
import type { FaultSwitch, Outcome } from '../wire/target.ts';
import type { Capability, Scenario } from './language/scenario.ts';

/** Why a scenario cannot be played here, one line for each thing that is missing and how to get it. */
type Missing = { readonly missing: readonly string[] };

export type Stage = {
  readonly label: string;
  /** The capabilities of this deployment. */
  readonly capabilities: ReadonlySet<Capability>;
  /** Makes everything ready for one scenario, whose `macros` are those that it calls. */
  open(scenario: Scenario, seed: number): Promise<Scene | Missing>;
  close(): Promise<void>;
};

/** One scenario's deployment. Names: `alice`, `bob`, ... and `market`, `other`, or those of a written world. */
export type Scene = {
  readonly wallets: Readonly<Record<string, Wallet>>;
  readonly markets: Readonly<Record<string, NamedMarket>>;
  /** Other things that were found: variables that the scenario sees under `found`. */
  readonly found: Readonly<Record<string, unknown>>;
  /** Tells this run from others that the deployment remembers; empty where it remembers none. */
  readonly run: string;
  send(request: Request): Promise<Outcome>;
  /** Why the last answer is a 429 that was not waited out; undefined where it is none, or nobody waits here. */
  readonly exhausted?: () => string | undefined;
  /** The service clock, milliseconds since the epoch. */
  now(): Promise<number>;
  /** Moves the service clock, or waits; false where that cannot be done. */
  advance(ms: number): Promise<boolean>;
  fault(fault: FaultSwitch): Promise<boolean>;
  /** Ends the service and starts it again; undefined where that cannot be done here. */
  readonly restart?: () => Promise<void>;
  /** Everything that happened since the scenario began; undefined where the log is not in view. */
  readonly log?: () => readonly Event[];
  close(): Promise<void>;
};
