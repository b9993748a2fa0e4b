/** spec/system-code: what the system calls an error. */

/** The code of an error of the system, as `ENOENT`; `otherwise` where it has none. */
export function systemCode(error: unknown, otherwise: string): string {
  return error instanceof Error && 'code' in error ? String(error.code) : otherwise;
}
