/** conformance/properties/lists/judging: compares a response with a list that may change meanwhile. A difference counts only if the list was the same before and after. */
import type { RouteId } from '../../../spec/route.ts';
import type { CheckContext, Exchange, Statement } from '../../check.ts';
import { isTrue } from '../../checks/assertions.ts';

/** A comparison of responses with a whole list. `parts`: the requests to judge, smaller ones first; the last one is the drawn request. */
type Comparison<Part, Whole> = {
  readonly views: readonly RouteId[];
  /** The latest reading. */
  readonly known: Whole;
  /** Reads the whole list again; undefined if that fails. */
  readonly read: () => Promise<Whole | undefined>;
  /** Equal for readings of a list that has not changed. */
  readonly state: (whole: Whole) => string;
  readonly parts: readonly Part[];
  readonly ask: (part: Part, whole: Whole) => Promise<Exchange>;
  readonly statements: (part: Part, whole: Whole, of: Exchange) => readonly Statement[];
};

/** Readings of a list that changes, before a case is given up. */
const ROUNDS = 3;

/** Judges the first part that differs, or the drawn request. Returns the latest reading of the list. */
export async function judgeSteadily<Part, Whole>(context: CheckContext, of: Comparison<Part, Whole>): Promise<Whole> {
  const { parts, known, read, state, ask, statements } = of;
  const drawn = parts.at(-1);
  if (drawn === undefined) return known;
  const response = await ask(drawn, known);
  if (statements(drawn, known, response).every(isTrue)) {
    for (const statement of statements(drawn, known, response)) context.judge(statement);
    return known;
  }
  await context.settled(of.views, true);
  let before = await read();
  for (let round = 0; round < ROUNDS && before !== undefined; round += 1) {
    const whole = before;
    const differing = await firstDifference(
      parts,
      (part) => ask(part, whole),
      (part, again) => statements(part, whole, again).every(isTrue),
    );
    const after = await read();
    if (after !== undefined && state(after) === state(whole)) {
      judgeOne(context, statements(differing.part, whole, differing.response));
      return after;
    }
    before = after;
  }
  return before ?? known;
}

async function firstDifference<Part>(
  parts: readonly Part[],
  ask: (part: Part) => Promise<Exchange>,
  holds: (part: Part, response: Exchange) => boolean,
): Promise<{ readonly part: Part; readonly response: Exchange }> {
  const [part, ...others] = parts as readonly [Part, ...Part[]];
  const response = await ask(part);
  return others.length === 0 || !holds(part, response) ? { part, response } : firstDifference(others, ask, holds);
}

/** Judges until the first statement that does not hold: the others follow from it. */
function judgeOne(context: CheckContext, statements: readonly Statement[]): void {
  for (const statement of statements) if (!context.judge(statement)) return;
}
