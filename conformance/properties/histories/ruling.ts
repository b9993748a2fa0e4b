/**
 * conformance/properties/histories/ruling: judgements that are collected before they count: views may be late, so they
 * are read again while a ruling does not hold.
 */
import type { CheckContext, Clauses, Exchange, Fault, Statement } from '../../check.ts';
import { isTrue } from '../../checks/assertions.ts';

/** A statement, or the fault that code has found. */
export type Ruling =
  | Statement
  | { readonly clauses: Clauses; readonly of: Exchange; readonly fault: Fault | undefined };

const WHY = 'several responses and all commands of the history decide together';

export function holds(ruling: Ruling): boolean {
  return 'fault' in ruling ? ruling.fault === undefined : isTrue(ruling);
}

/** Holds, or no time will change it: a service keeps the alternative of a decision that it has chosen. */
export function isSettled(ruling: Ruling): boolean {
  return [ruling.clauses].flat().every((clause) => clause.startsWith('D/')) || holds(ruling);
}

export function judgeRulings(context: CheckContext, rulings: readonly Ruling[]): void {
  for (const ruling of rulings) {
    if ('fault' in ruling) context.judgeBy(ruling.clauses, ruling.of, ruling.fault, WHY);
    else context.judge(ruling);
  }
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
