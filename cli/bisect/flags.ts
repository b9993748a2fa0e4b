/** cli/bisect/flags: the parsed flags of `touchstone bisect`. */

export type BisectFlags = { readonly json?: true };
