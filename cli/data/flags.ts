/** cli/data/flags: the parsed flags of the subcommands of `touchstone data`. */

/** `data convert` */
/** The gap without `--gap`. */
export const GAP = 'by the rhythm of each market, at least 60';

export type ConvertFlags = {
  readonly output: string;
  readonly strict?: true;
  readonly format?: string;
  readonly gap?: number;
  readonly maxLoss?: number;
};

export type InspectFlags = {
  readonly strict?: true;
  readonly json?: true;
  readonly format?: string;
  readonly gap?: number;
};

export type GenerateFlags = {
  readonly seed: number;
  readonly events: number;
  readonly markets: number;
  readonly output: string;
  readonly defects: readonly string[];
  readonly json?: true;
};
