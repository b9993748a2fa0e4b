/** conformance/result-text: what a test says of the result of one check: why it says nothing, and what it found. */
import type { CheckResult, Finding } from './report.ts';

/** Why a check says nothing about the target, undefined where it does. */
export function whyIdle({ verdict, expected, reason, remedy }: CheckResult): string | undefined {
  switch (verdict) {
    case 'not-testable':
    case 'not-applicable':
    case 'blocked':
    case 'not-run':
      return [`${verdict}: ${reason ?? 'no reason given'}`, ...(remedy === undefined ? [] : [remedy])].join('; ');
    case 'fail':
    case 'warn':
      return expected === true ? 'fails as expected' : undefined;
    case 'pass':
    case 'note':
    case 'error':
      return undefined;
  }
}

/** Clause, place, what was expected and what came, and how to ask again. */
export function findingText({ clause, pointer, expected, actual, curl, response }: Finding): string {
  const place = pointer === '' ? '' : ` at ${pointer}`;
  return `${clause}${place}\n  expected ${expected}\n       got ${actual}\n  ${curl}\n  ${response}`;
}
