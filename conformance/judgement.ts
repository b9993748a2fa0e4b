/** conformance/judgement: one statement as data, from which verdict, place, sentence and saved scenario follow. */
import { shownAs } from '../wire/pattern/matcher.ts';
import { type Deviation, differencesFrom, type Exchange, type Judge, type JudgedId } from './check.ts';

/** Records the judgement of one clause. Clauses of one observation have the same deviation. */
type RecordJudgement = (clause: JudgedId, holds: boolean, exchange: Exchange, deviation: Deviation) => void;

export function createJudge(record: RecordJudgement): Judge {
  return {
    judge({ clauses, of, must, because = '' }) {
      const [first] = differencesFrom(of, must);
      const deviation: Deviation = {
        pointer: first?.pointer ?? '',
        expected: [first?.expected ?? '', because].filter((part) => part !== '').join(', because '),
        actual: first === undefined ? '' : shownAs(first.actual),
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
