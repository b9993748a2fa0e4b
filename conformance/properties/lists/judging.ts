/** conformance/properties/lists/judging: a difference counts if the list is the same before and after. */
import type { CheckContext, Exchange, RouteId, Statement } from '../../check.ts';
import { isTrue } from '../../checks/assertions.ts';

/** A request, and what its response must be by one reading of the whole list. */
export type Request = {
  readonly send: () => Promise<Exchange>;
  readonly statements: (of: Exchange) => readonly Statement[];
};

/** A comparison with a whole list. `parts`: the requests to judge, smaller ones first; the last is drawn. */
export type Comparison<Part, Whole> = Readonly<{
  view: RouteId;
  /** The latest reading. */
  known: Whole;
  /** Reads the whole list again; undefined if that fails. */
  read: () => Promise<Whole | undefined>;
  /** Equal for readings of a list that has not changed. */
  state: (whole: Whole) => string;
  parts: readonly [...Part[], Part];
  request: (part: Part, whole: Whole) => Request;
}>;

/** Readings of a list that changes, before a case is given up. */
const ROUNDS = 3;

/** Judges the drawn request if it holds, or the first part that does not. Returns the latest reading of the list. */
export async function judgeSteadily<Part, Whole>(
  context: CheckContext,
  { view, known, read, state, parts, request }: Comparison<Part, Whole>,
): Promise<Whole> {
  const drawn = request(parts[parts.length - 1] as Part, known);
  const response = await drawn.send();
  const statements = drawn.statements(response);
  if (statements.every(isTrue)) {
    for (const clause of statements.flatMap(({ clauses }) => clauses)) context.verified(clause);
    return known;
  }
  await context.settled([view], true);
  let before = await read();
  for (let round = 0; round < ROUNDS && before !== undefined; round += 1) {
    const whole = before;
    const first = await firstDifference(parts.map((part) => request(part, whole)));
    const after = await read();
    if (after !== undefined && state(after) === state(whole)) {
      judgeFirst(context, first());
      return after;
    }
    before = after;
  }
  return before ?? known;
}

/** Sends requests until one has an unexpected response, or the last. Returns its statements, computed when wanted. */
async function firstDifference(requests: readonly Request[]): Promise<() => readonly Statement[]> {
  let found = (): readonly Statement[] => [];
  for (const { send, statements } of requests) {
    const response = await send();
    // A judgement that reads a broken field must do so right before.
    found = () => statements(response);
    if (!found().every(isTrue)) return found;
  }
  return found;
}

/** Judges until the first statement that does not hold: the others follow from it. */
function judgeFirst(context: CheckContext, statements: readonly Statement[]) {
  for (const statement of statements) if (!context.judge(statement)) return;
}
