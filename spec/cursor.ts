/** spec/cursor: the base64 offset cursors of interface 4.5, 4.6 and 4.15. */

/** The cursor of the first page: base64 of "0". */
export const CURSOR_START = 'MA==';
/** The cursor that says there are no more pages: base64 of "-1". */
export const CURSOR_END = 'LTE=';

/** The cursor of a page that starts at `offset`. */
export function encodeCursor(offset: number): string {
  return btoa(String(offset));
}

/** The offset in a cursor, or undefined where it is no canonical base64 of a decimal offset. */
export function decodeCursor(cursor: string): number | undefined {
  if (!/^[A-Za-z0-9+/]{2,24}={0,2}$/.test(cursor)) return undefined;
  try {
    const text = atob(cursor);
    if (!/^(0|[1-9]\d{0,14})$/.test(text) || btoa(text) !== cursor) return undefined;
    return Number(text);
  } catch {
    return undefined;
  }
}

/** True where a `next_cursor` says that no page follows: empty or `LTE=`. */
export function endsPaging(cursor: string): boolean {
  return cursor === '' || cursor === CURSOR_END;
}
