/** conformance/result-text: the result of one check as the text of a test: its reason or its findings. */
import { atPointer } from '../base/json-pointer.ts';
import type { CheckResult, Finding } from './report.ts';

/** Why a check could not judge the target; undefined if it could. */
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

/** Clause, place, expected and actual value, and the request as a curl line. */
export function findingText({ clause, pointer, expected, actual, curl, response }: Finding): string {
  return `${clause}${atPointer(pointer)}\n  expected ${expected}\n       got ${actual}\n  ${curl}\n  ${response}`;
}
