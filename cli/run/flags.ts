/** cli/run/flags: the parsed flags of `touchstone run`. */

export type RunFlags = {
  readonly target?: string;
  readonly credentials?: string;
  readonly allowWrites?: true;
  readonly confirmHost?: string;
  readonly journal?: string;
  readonly seed: number;
  readonly jobs?: number;
  readonly profile?: string;
  readonly tags?: readonly string[];
  readonly skipTags?: readonly string[];
  readonly updateGolden?: true;
  readonly trace?: string;
  readonly json?: true;
  readonly junit?: string;
  readonly report?: readonly string[];
  readonly strict?: true;
  readonly minTested?: number;
  readonly timeout: number;
  readonly maxTime?: number;
  readonly watch?: true;
  readonly list?: true;
  readonly library?: true;
  readonly againstMutants?: true;
  readonly reach?: 'cited' | 'asked';
  readonly atLeast?: number;
  readonly record?: string;
  readonly har?: string;
};
