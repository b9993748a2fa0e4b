/** base/system-code: the code of an error of the system. */

/** The code of an error of the system, as `ENOENT`; `otherwise` if it has none. */
export function systemCode(error: unknown, otherwise: string): string {
  return error instanceof Error && 'code' in error ? String(error.code) : otherwise;
}

/** The message of an error; any other thrown value as a text. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
