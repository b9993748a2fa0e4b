/**
 * conformance/checks/steady: answers of a deployment whose data may move meanwhile, and whose views may lag behind a write. A
 * comparison counts only where the same question gets the same answer twice in a row.
 */
import type { RouteId } from '../../spec/route.ts';
import type { CheckContext, Exchange } from '../check.ts';

/** True where two bodies hold the same JSON, key order aside. */
export function sameJson(left: Exchange, right: Exchange): boolean {
  return left.text === right.text || canonicalJson(left.json) === canonicalJson(right.json);
}

/** Of values that were asked about: the rows of one answer are compared with those of many. */
const texts = new WeakMap<object, string>();

/** JSON text with keys in code-unit order, so that equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return textOf(value);
  const known = texts.get(value);
  if (known !== undefined) return known;
  const text = textOf(value);
  texts.set(value, text);
  return text;
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${textOf(item)}`).join(',')}}`;
}

/** Asks twice; ends the check as not-testable where the two answers differ because the data moves. */
export async function steady(context: CheckContext, ask: () => Promise<Exchange>): Promise<Exchange> {
  const first = await ask();
  const second = await ask();
  if (!sameJson(first, second)) {
    context.notTestable(
      'the data changed between two equal requests',
      'run against a deployment whose data stands still',
    );
  }
  return second;
}

/** Asks until `holds`; the last answer is what counts. See `CheckContext.eventually`. */
export function eventually<Seen>(
  context: CheckContext,
  ask: () => Promise<Seen>,
  holds: (seen: Seen) => boolean,
): Promise<Seen> {
  return context.eventually(ask, holds);
}

/**
 * Runs an experiment that compares `views` before and after orders. If it does not hold, runs it once more after the views had the
 * time to settle: a view that lagged behind an earlier order says nothing against the service.
 */
export async function twice<Outcome extends { readonly holds: boolean }>(
  context: CheckContext,
  views: readonly RouteId[],
  experiment: () => Promise<Outcome>,
): Promise<Outcome> {
  await context.settled(views);
  const first = await experiment();
  if (first.holds) return first;
  await context.settled(views, true);
  return await experiment();
}
