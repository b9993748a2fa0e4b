/** conformance/client/bodies: parsed bodies; recent texts are cached, because checks repeat requests. */
import { parseUnbounded } from '../../base/json.ts';
import { jsonExcess } from '../../base/json-bounds.ts';

/** Characters of the texts whose values are cached. */
const KEPT_LENGTH = 4 * 1024 * 1024;
/** A shorter text is faster to parse than to look up. */
const SHORT_LENGTH = 512;

export type Bodies = {
  /** The value, which callers share and must not change; undefined if it is not JSON. */
  read(text: string): unknown;
  /** The bound of `base/json-bounds` that a body exceeds, in words; undefined for a body within all of them. */
  excess(text: string): string | undefined;
};

export function createBodies(): Bodies {
  const values = new Map<string, unknown>();
  let length = 0;
  const keep = (text: string, value: unknown) => {
    values.set(text, value);
    length += text.length;
    for (const [oldest] of values) {
      if (length <= KEPT_LENGTH) return;
      values.delete(oldest);
      length -= oldest.length;
    }
  };
  return {
    read(text) {
      if (text.length < SHORT_LENGTH || text.length > KEPT_LENGTH) return parseUnbounded(text);
      if (values.has(text)) return values.get(text);
      const value = parseUnbounded(text);
      keep(text, value);
      return value;
    },
    excess: (text) => (values.has(text) ? undefined : jsonExcess(text)),
  };
}
