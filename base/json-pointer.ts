/** base/json-pointer: JSON pointers (RFC 6901): how they are written, in sentences, too, and the value at one. */

export function pointerTo(pointer: string, step: string | number): string {
  return `${pointer}/${typeof step === 'number' || !/[~/]/.test(step) ? step : escaped(step)}`;
}

function escaped(step: string) {
  return step.replaceAll('~', '~0').replaceAll('/', '~1');
}

export function pointerOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>((pointer, step) => pointerTo(pointer, typeof step === 'number' ? step : String(step)), '');
}

/** The end of a sentence about the value at a pointer: ` at /0/id`, or nothing for a whole document. */
export const atPointer = (pointer: string): string => (pointer === '' ? '' : ` at ${pointer}`);

export type Pointed = { readonly found: boolean; readonly value: unknown };

const NOTHING: Pointed = { found: false, value: undefined };

/** The value at a JSON pointer, through own properties and elements alone. The index `-1` is the last of a list. */
export function pointed(value: unknown, pointer: string): Pointed {
  if (pointer === '') return { found: value !== undefined, value };
  let at = value;
  for (const part of pointer.slice(1).split('/')) {
    const key = part.includes('~') ? part.replaceAll('~1', '/').replaceAll('~0', '~') : part;
    if (typeof at !== 'object' || at === null) return NOTHING;
    if (Array.isArray(at)) {
      const index = key === '-1' ? at.length - 1 : /^(?:0|[1-9]\d{0,8})$/.test(key) ? Number(key) : -1;
      if (index < 0 || index >= at.length) return NOTHING;
      at = at[index];
    } else {
      if (!Object.hasOwn(at, key)) return NOTHING;
      at = (at as Record<string, unknown>)[key];
    }
  }
  return { found: true, value: at };
}
