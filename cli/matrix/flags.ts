/** cli/matrix/flags: the parsed flags of `touchstone matrix`. */

export type MatrixFlags = {
  readonly as: 'html' | 'markdown' | 'json';
  readonly output?: string;
  readonly name: readonly string[];
};
