/** cli/replay/flags: the parsed flags of `touchstone replay`. */

export type ReplayFlags = {
  readonly report: string;
  readonly url?: string;
  readonly credentials?: string;
  readonly allowWrites?: true;
  readonly confirmHost?: string;
  readonly journal?: string;
  readonly targetConfig?: string;
  readonly timeout: number;
  readonly patience?: number;
};
