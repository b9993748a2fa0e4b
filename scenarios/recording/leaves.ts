/** scenarios/recording/leaves: the texts and numbers in a JSON value, with their places. */

import { pointerTo } from '../../base/json-pointer.ts';
import { parseJsonStringArray } from '../../spec/resources/resource.ts';

export type Leaf = Readonly<{
  pointer: string;
  /** Its key; for elements of a list, the key of the list. */
  key: string;
  text: string;
  /** How the captured value becomes the text: `id` is the name of the variable. */
  expression: (id: string) => string;
}>;

const DEPTH_MAX = 40;
/** Leaves of one value: more than any page has. */
const LEAVES_MAX = 200_000;

/** All of them in order, up to a bound. Lists of texts that travel inside a text are looked into. */
export function leavesOf(value: unknown): readonly Leaf[] {
  const leaves: Leaf[] = [];
  collect(value, '', '', 0, leaves);
  return leaves;
}

function collect(value: unknown, pointer: string, key: string, depth: number, leaves: Leaf[]) {
  if (depth > DEPTH_MAX || leaves.length >= LEAVES_MAX) return;
  if (typeof value === 'string') {
    leaves.push({ pointer, key, text: value, expression: (id) => id });
    for (const [index, text] of (parseJsonStringArray(value) ?? []).entries())
      leaves.push({ pointer, key, text, expression: (id) => `json(${id})[${index}]` });
  } else if (typeof value === 'number') {
    leaves.push({ pointer, key, text: String(value), expression: (id) => `text(${id})` });
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) collect(item, `${pointer}/${index}`, key, depth + 1, leaves);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) collect(item, pointerTo(pointer, name), name, depth + 1, leaves);
  }
}

/** True for a JSON value that is nested too deeply to be searched. */
export function isDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth > DEPTH_MAX || Object.values(value).some((item) => isDeep(item, depth + 1));
}
