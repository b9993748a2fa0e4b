/**
 * conformance/properties/histories/ruling: judgements that are collected before they count: views may be late, so they
 * are read again while a ruling does not hold.
 */
import type { CheckContext, Clauses, Exchange, Fault, Statement } from '../../check.ts';
import { isTrue } from '../../checks/assertions.ts';

/** A statement, perhaps one that is known to hold, or the fault that code has found. */
export type Ruling =
  | (Statement & { readonly holds?: true })
  | { readonly clauses: Clauses; readonly of: Exchange; readonly fault: Fault | undefined };

const WHY = 'several responses and all commands of the history decide together';

/** The rulings about one reading. `isSettled`: they hold, or no time will change those that do not. */
export type Verdict = { readonly rulings: readonly Ruling[]; readonly holds: boolean; readonly isSettled: boolean };

export function verdictOf(rulings: readonly Ruling[]): Verdict {
  const broken = rulings.filter((ruling) =>
    'fault' in ruling ? ruling.fault !== undefined : ruling.holds !== true && !isTrue(ruling),
  );
  // A service keeps the alternative of a decision that it has chosen.
  const isSettled = broken.every(({ clauses }) => [clauses].flat().every((clause) => clause.startsWith('D/')));
  return { rulings, holds: broken.length === 0, isSettled };
}

export function judgeRulings(context: CheckContext, { rulings, holds }: Verdict): void {
  if (holds) for (const clause of new Set(rulings.flatMap(({ clauses }) => clauses))) context.verified(clause);
  else
    for (const ruling of rulings)
      if ('fault' in ruling) context.judgeBy(ruling.clauses, ruling.of, ruling.fault, WHY);
      else context.judge(ruling);
}

/** A ruling by code: `expected` and `actual` if it does not hold. */
export function rulingOf(
  clauses: Clauses,
  of: Exchange,
  isLawful: boolean,
  words: () => Pick<Fault, 'expected' | 'actual'>,
): Ruling {
  return { clauses, of, fault: isLawful ? undefined : words() };
}
