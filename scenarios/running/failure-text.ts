/** scenarios/running/failure-text: the failures of a scenario for people: place, expectation and actual value. */
import { cut } from '../../wire/pattern/matcher.ts';
import type { ScenarioResult, Shown, StepFailure } from './result.ts';

/** Every failure of a result, several lines each; empty without failures. */
export function failureText({ failures, file, seed }: Pick<ScenarioResult, 'failures' | 'file' | 'seed'>): string {
  const lines = failures.flatMap((failure) => [
    headline(failure),
    ...differenceLines(failure),
    ...exchangeLines(failure),
  ]);
  return [...lines, `in ${file}, seed ${seed}`].join('\n');
}

export function headline({ at, title }: StepFailure): string {
  return at === '' ? title : `${at}: ${title}`;
}

function differenceLines({ differences }: StepFailure): readonly string[] {
  return differences.flatMap(({ pointer, expected, actual }) => [
    `  ${pointer === '' ? '' : `${pointer} `}expected ${cut(expected)}`,
    `  ${' '.repeat(pointer === '' ? 0 : pointer.length + 1)}     got ${cut(actual)}`,
  ]);
}

function exchangeLines({ exchange }: StepFailure): readonly string[] {
  if (exchange === undefined) return [];
  const { request, answer } = exchange;
  return [
    `  asked ${requestText(request)}`,
    ...(answer === undefined ? [] : [`  answered ${answer.status} ${cut(answer.body)}`]),
  ];
}

function requestText({ method, target, as, body }: Shown['request']) {
  const signer = as === undefined ? '' : ` as ${as}`;
  return `${method} ${target}${signer}${body === undefined ? '' : ` ${cut(body)}`}`;
}
