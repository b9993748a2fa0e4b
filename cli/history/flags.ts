/** cli/history/flags: the parsed flags of `touchstone history`. */

export type HistoryFlags = { readonly report: readonly string[] };
