/** cli/serve/flags: the parsed flags of `touchstone serve`. */
import type { SyncPolicy } from '../../sim/journal/writer.ts';
import type { OwnLimits } from '../../sim/own-limits.ts';
import type { PlanFlags } from '../backtest/flags.ts';
import type { WorldFileFlags } from '../flags/world-file.ts';

export type ServeFlags = {
  readonly port: number;
  readonly host: string;
  readonly seed: number;
  readonly world: string;
  readonly profile: string;
  readonly clock: 'real' | 'virtual';
  readonly limits: 'enforce' | 'off' | OwnLimits;
  readonly control?: true;
  readonly allowlist?: string;
  readonly credentialsOut?: string;
  readonly mutant?: string;
  readonly journal?: string;
  readonly journalSync?: SyncPolicy;
  readonly journalSnapshot?: number;
  readonly faults?: string;
  readonly settlement?: 'immediate' | 'timed';
  readonly fund?: number;
  readonly fundShares?: number;
  readonly record?: string;
  readonly replay?: string;
  readonly fidelity?: 'injected' | 'agents';
  readonly speed?: Speed;
  readonly listMutants?: true;
  readonly json?: true;
} & PlanFlags &
  Pick<WorldFileFlags, 'worldSkipInvalid'>;

/** The speed of the clock of a replay: a multiple of real time, or moved by requests. */
export type Speed = number | 'step' | 'max';
