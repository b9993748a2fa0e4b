/** spec/json-pointer: JSON pointers (RFC 6901) as they are written. */

/** The pointer of a key or an element of what stands at `pointer`. */
export function pointerTo(pointer: string, step: string | number): string {
  return `${pointer}/${typeof step === 'number' ? step : step.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The pointer that a path from the root has. */
export function pointerOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>((pointer, step) => pointerTo(pointer, typeof step === 'number' ? step : String(step)), '');
}
