/** cli/report/flags: the parsed flags of `touchstone report`. */

export type ReportFlags = {
  readonly as: string;
  readonly output?: string;
  readonly timings?: string;
  readonly trace?: string;
};
