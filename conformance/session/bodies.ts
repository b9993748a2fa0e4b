/**
 * conformance/session/bodies: bodies of answers as values. Checks ask the same questions again and again: a text that came a
 * moment ago has the value that was read from it then, and a text whose value nobody wants is not read at all.
 */
import { parseJson } from '../../spec/json.ts';

/** Characters of the texts whose values are kept. */
const KEPT_LENGTH = 4 * 1024 * 1024;
/** Shorter texts are read sooner than found. */
const SHORT_LENGTH = 512;

/** Reads a body: undefined where it is no JSON. The value is shared by all who ask: nobody may change it. */
export type ReadBody = (text: string) => unknown;

export function createBodies(): ReadBody {
  const values = new Map<string, unknown>();
  let length = 0;
  const keep = (text: string, value: unknown): void => {
    values.set(text, value);
    length += text.length;
    for (const [oldest] of values) {
      if (length <= KEPT_LENGTH) return;
      values.delete(oldest);
      length -= oldest.length;
    }
  };
  return (text) => {
    if (text.length < SHORT_LENGTH || text.length > KEPT_LENGTH) return parseJson(text);
    if (values.has(text)) return values.get(text);
    const value = parseJson(text);
    keep(text, value);
    return value;
  };
}
