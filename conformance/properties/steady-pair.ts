/** conformance/properties/steady-pair: two readings of data that other clients may change meanwhile. */
import { type CheckContext, type Exchange, NotTestable } from '../check.ts';
import { readTogether } from '../checks/steady.ts';

/** Responses of several requests, read one after the other. */
export type Series = { readonly json: unknown; readonly responses: readonly Exchange[] };

/** Sends requests one after the other. */
export async function inSeries(sends: readonly (() => Promise<Exchange>)[]): Promise<Series> {
  const responses: Exchange[] = [];
  for (const send of sends) responses.push(await send());
  return { json: responses.map(({ json }) => json), responses };
}

/** Two readings, as `readTogether` returns them; undefined if the data keeps changing: such a case decides nothing. */
export function readPair<Left extends { readonly json: unknown }, Right extends { readonly json: unknown }>(
  context: CheckContext,
  read: { readonly left: () => Promise<Left>; readonly right: () => Promise<Right> },
  agree: (left: Left, right: Right) => boolean,
): Promise<{ readonly left: Left; readonly right: Right } | undefined> {
  return readTogether(context, read, agree).catch((error: unknown) => {
    if (error instanceof NotTestable) return undefined;
    throw error;
  });
}
