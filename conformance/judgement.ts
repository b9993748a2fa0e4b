/**
 * conformance/judgement: the one way to judge a response. The verdict, the place, the sentence and the saved scenario of a finding follow from
 * one statement, which is data.
 */
import { isObject } from '../spec/json.ts';
import { shownAs } from '../wire/pattern/excerpt.ts';
import { differencesOf, type Expectation } from '../wire/pattern/expectation.ts';
import type { Difference } from '../wire/pattern/matcher.ts';
import { type Deviation, type Exchange, type Judge, SameAs } from './check.ts';

/** Records the judgement of one clause. Clauses of one observation have the same deviation. */
type RecordJudgement = (clause: string, holds: boolean, exchange: Exchange, deviation: Deviation) => void;

export function createJudge(record: RecordJudgement): Judge {
  return {
    expect(clause, holds, exchange, deviation) {
      record(clause, holds, exchange, deviation);
      return holds;
    },
    holds: (must, of) => faultOf(must, of) === undefined,
    judge({ clauses, of, must, because = '' }) {
      const first = faultOf(must, of);
      const deviation: Deviation = {
        pointer: first?.pointer ?? '',
        expected: [first?.expected ?? '', because].filter((part) => part !== '').join(', because '),
        actual: shownAs(first?.actual ?? ''),
        expectation: must,
      };
      for (const clause of [clauses].flat()) record(clause, first === undefined, of, deviation);
      return first === undefined;
    },
    judgeBy(clauses, of, fault) {
      const deviation = fault ?? { expected: '', actual: '' };
      for (const clause of [clauses].flat()) record(clause, fault === undefined, of, deviation);
      return fault === undefined;
    },
  };
}

function faultOf(must: Expectation, { request, status, headers, text: body, json }: Exchange): Difference | undefined {
  return differencesOf(withValues(must) as Expectation, request, { response: { status, headers, body }, json })[0];
}

/** The expectation with the values of other responses in place of references to them: they are values, no patterns, and may say when they were read. */
function withValues(expectation: unknown): unknown {
  if (expectation instanceof SameAs) {
    const { value } = expectation;
    return typeof value === 'object' && value !== null ? { $sameView: value } : value;
  }
  if (Array.isArray(expectation)) return expectation.map(withValues);
  if (!isObject(expectation)) return expectation;
  return Object.fromEntries(Object.entries(expectation).map(([key, value]) => [key, withValues(value)]));
}
