/** cli/sign/flags: the parsed flags of `touchstone sign`. */

export type SignFlags = {
  readonly credentials: string;
  readonly body?: string;
  readonly wallet: number;
  readonly timestamp?: number;
  readonly url: string;
  readonly showKey?: true;
};
