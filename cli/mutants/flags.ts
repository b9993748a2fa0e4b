/** cli/mutants/flags: the parsed flags of `touchstone mutants`. */

export type MutantsFlags = {
  readonly only: readonly string[];
  readonly profile?: string;
  readonly world?: 'small' | 'medium';
  readonly seed: number;
  readonly jobs?: number;
  readonly queue?: string;
  readonly json?: true;
  readonly report?: readonly string[];
  readonly properties?: true;
  readonly core?: true;
  readonly stale?: true;
};
