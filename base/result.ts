/** base/result: refusals are values (`Result`), and bugs stop the run (`invariant`, `assertNever`). */

/** A value, or the reason there is none. */
export type Result<Value, Refusal> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Refusal };

export function ok<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

export function refuse<Refusal>(refusal: Refusal): { readonly ok: false; readonly refusal: Refusal } {
  return { ok: false, refusal };
}

/** Throws when `condition` is false: the program is wrong, not its input. Short, so that V8 always inlines it. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw broken(message);
}

function broken(message: string) {
  return new Error(`invariant broken: ${message}`);
}

export function assertNever(value: never): never {
  throw new Error(`unreachable case: ${JSON.stringify(value)}`);
}
