/** scenarios/stage: the port between the runner and a deployment, which is new or reset if it can be. */
import type { AnyCommand } from '../sim/commands/command-words.ts';
import type { FaultRule } from '../sim/faults/rule.ts';
import type { Named } from '../sim/named.ts';
import type { Event } from '../spec/venue/event.ts';
import type { FaultSwitch, Request, SendOutcome } from '../wire/message.ts';
import type { Capability, Scenario } from './language/scenario.ts';

/** Why a scenario cannot be played here: one line for each missing thing and how to get it. */
type Missing = { readonly missing: readonly string[] };

export type Stage = {
  readonly label: string;
  readonly capabilities: ReadonlySet<Capability>;
  /** Prepares one scenario, whose `macros` are those that it calls. */
  open(scenario: Scenario, seed: number): Promise<OpenStage | Missing>;
  close(): Promise<void>;
};

/** The deployment during one scenario. Names: `alice`, ... and `market`, `other`, or those of a written world. */
export type OpenStage = Named & {
  /** Values from the lists of the deployment: the variable `found` of the scenario. */
  readonly found: Readonly<Record<string, unknown>>;
  /** Distinguishes this run from others that the deployment remembers; empty if it remembers none. */
  readonly run: string;
  send(request: Request): Promise<SendOutcome>;
  /** Why the last response is a 429 that was not retried; undefined for other responses, or without retries. */
  readonly exhausted?: () => string | undefined;
  /** The service clock, milliseconds since the epoch. */
  now(): Promise<number>;
  /** Moves the service clock, or waits; false if neither is possible. */
  advance(ms: number): Promise<boolean>;
  fault(fault: FaultSwitch): Promise<boolean>;
  /** Replaces the rules for failures as clients meet them; false if the deployment takes none. */
  faultRules(rules: readonly FaultRule[]): Promise<boolean>;
  /** Moves the world; undefined if the deployment takes no commands. `markets` has a market that it opens. */
  command?(command: AnyCommand): Promise<{ readonly error?: string } | undefined>;
  /** Returns the deployment to its state after start; false if it does not offer that. */
  reset(): Promise<boolean>;
  /** Restarts the service; undefined if that is not possible. */
  readonly restart?: () => Promise<void>;
  /** The events since the scenario began; undefined without access to the log. */
  readonly log?: () => readonly Event[];
  close(): Promise<void>;
};
