/** spec/cursor: the base64 offset cursors of interface 4.5, 4.6 and 4.15. */

/** The cursor of the first page: base64 of "0". */
export const CURSOR_START = 'MA==';
/** The cursor that ends a list: base64 of "-1". */
export const CURSOR_END = 'LTE=';

export function encodeCursor(offset: number): string {
  return btoa(String(offset));
}

/** The offset in a cursor of any spelling, padded or not; undefined if it is no base64 of an offset. */
export function readCursor(cursor: string): number | undefined {
  if (!/^[A-Za-z0-9+/]{2,32}={0,2}$/.test(cursor)) return undefined;
  try {
    const text = atob(cursor);
    return /^0*\d{1,15}$/.test(text) ? Number(text) : undefined;
  } catch {
    return undefined;
  }
}

/** The offset in a cursor, or undefined if it is no canonical base64 of a decimal offset. */
export function decodeCursor(cursor: string): number | undefined {
  const offset = readCursor(cursor);
  return offset !== undefined && encodeCursor(offset) === cursor ? offset : undefined;
}

/** True if a `next_cursor` means that no page follows: empty or `LTE=`. */
export function endsPaging(cursor: string): boolean {
  return cursor === '' || cursor === CURSOR_END;
}
