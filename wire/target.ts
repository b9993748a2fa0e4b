/** wire/target: the port to every deployment, over HTTP or in process. */
import type { Request, Response } from './message.ts';

/** The failure of a request that got no response to judge. */
export type TransportTrouble =
  | 'unreachable'
  | 'timeout'
  | 'not-http'
  | 'too-large'
  | 'truncated'
  | 'redirect'
  | 'bad-encoding'
  | 'gateway'
  | 'aborted';

type Head = Pick<Response, 'status' | 'headers'>;

/** A response, or the reason why it is missing. `detail`: one line; `head`: if the response had begun. */
export type SendOutcome =
  | { readonly kind: 'response'; readonly response: Response }
  | { readonly kind: 'trouble'; readonly trouble: TransportTrouble; readonly detail: string; readonly head?: Head };

/** A deployment. `send` never throws; `label` is its name in a report, which has `$TARGET` elsewhere. */
export type Target = {
  readonly label: string;
  /** Texts that no report may show: the values of headers for a gateway. */
  readonly secrets?: readonly string[];
  /** Milliseconds in which `send` has an outcome; the default of a run is a minute. Undefined in process. */
  readonly timeoutMs?: number;
  send(request: Request): Promise<SendOutcome>;
  /** Control of time and faults, if the deployment offers it. */
  readonly control?: Control;
  close(): Promise<void>;
};

/** Faults that a test deployment can inject. `none` switches all off. */
export const FAULT_SWITCHES = ['none', 'internal-error', 'not-allowlisted'] as const;
export type FaultSwitch = (typeof FAULT_SWITCHES)[number];

/** The paths of the control routes begin with it. */
export const CONTROL_PREFIX = '/_touchstone/';

/** The control routes of a test deployment (`POST /_touchstone/...`). Each returns false if the deployment refused. */
export type Control = {
  /** Moves the service clock ahead by whole milliseconds. */
  advance(ms: number): Promise<boolean>;
  /** Back to the state after start. */
  reset(): Promise<boolean>;
  faults(fault: FaultSwitch): Promise<boolean>;
  /** Replaces the rules for failures as clients meet them; absent or false: the deployment takes none. */
  faultRules?(rules: readonly unknown[]): Promise<boolean>;
  /** Moves the world: the body of the response, or of the refusal. Undefined if the deployment has no such route. */
  command?(command: unknown): Promise<unknown>;
  /** Rolling state hash. */
  hash(): Promise<string | undefined>;
  /** Milliseconds since the epoch on the service clock. */
  now(): Promise<number | undefined>;
};
