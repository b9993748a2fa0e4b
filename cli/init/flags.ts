/** cli/init/flags: the parsed flags of `touchstone init`. */

export type InitFlags = {
  readonly targetConfig: string;
  readonly credentials: string;
  readonly force?: true;
  readonly timeout: number;
};
