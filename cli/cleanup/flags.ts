/** cli/cleanup/flags: the parsed flags of `touchstone cleanup`. */

export type CleanupFlags = {
  readonly credentials: string;
  readonly journal?: string;
  readonly all?: true;
  readonly timeout: number;
};
