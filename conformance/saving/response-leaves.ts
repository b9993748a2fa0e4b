/** conformance/saving/response-leaves: the texts in a response with their places. Long lists are searched for every finding, so they are parsed once. */
import { type Leaf, leavesOf } from '../../scenarios/recording/leaves.ts';
import { parseJson } from '../../spec/json.ts';
import type { Response } from '../../wire/message.ts';

const leavesByText = new WeakMap<Response, ReadonlyMap<string, readonly Leaf[]>>();

/** The places of a text, texts inside of texts included. */
export function leavesOfText(response: Response, text: string): readonly Leaf[] {
  const known = leavesByText.get(response);
  if (known !== undefined) return known.get(text) ?? [];
  // Searching the body for a text is much quicker than parsing a long list that does not contain it.
  if (!response.body.includes(JSON.stringify(text).slice(1, -1))) return [];
  const leaves = Map.groupBy(leavesOf(parseJson(response.body)), (leaf) => leaf.text);
  leavesByText.set(response, leaves);
  return leaves.get(text) ?? [];
}
