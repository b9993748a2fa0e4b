/** scenarios/running/pointer: JSON pointers into values that came from a deployment. */

export type Pointed = { readonly found: boolean; readonly value: unknown };

const NOTHING: Pointed = { found: false, value: undefined };

/** What stands at a JSON pointer; own properties and elements alone. A list also answers to `-1`, its last element. */
export function pointed(value: unknown, pointer: string): Pointed {
  if (pointer === '') return { found: value !== undefined, value };
  let at = value;
  for (const part of pointer.slice(1).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
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
