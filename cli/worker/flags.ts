/** cli/worker/flags: the parsed flags of `touchstone worker`. */

export type WorkerFlags = { readonly queue: string; readonly jobs?: number; readonly files?: string };
