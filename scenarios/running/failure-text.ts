/** scenarios/running/failure-text: what went wrong in a scenario, for people: where, what was expected, what came instead. */
import { cut } from '../../wire/pattern/excerpt.ts';
import type { ScenarioResult, Shown, StepFailure } from './result.ts';

/** Every failure of a result, several lines each; empty where there is none. */
export function failureText({ failures, file, seed }: Pick<ScenarioResult, 'failures' | 'file' | 'seed'>): string {
  const told = failures.flatMap((failure) => [headOf(failure), ...differenceLines(failure), ...exchangeLines(failure)]);
  return [...told, `in ${file}, seed ${seed}`].join('\n');
}

function headOf({ at, title }: StepFailure): string {
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

function requestText({ method, target, as, body }: Shown['request']): string {
  const signer = as === undefined ? '' : ` as ${as}`;
  return `${method} ${target}${signer}${body === undefined ? '' : ` ${cut(body)}`}`;
}
