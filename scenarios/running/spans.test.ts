import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { LONGEST_SPAN_MS, SPAN_UNITS } from '../../base/span.ts';
import { Span } from '../language/vocabulary.ts';
import { scenarioSchema } from '../reading/scenario-schema.ts';
import { spanMs } from './spans.ts';

const validate = new Ajv2020({ strict: false }).compile(scenarioSchema());

function whoTakes(span: string): readonly boolean[] {
  const byRunner = (): boolean => {
    try {
      return spanMs(span) >= 0;
    } catch {
      return false;
    }
  };
  return [Span.safeParse(span).success, validate({ scenario: 'a', steps: [{ advance: span }] }), byRunner()];
}

test.each([
  ['1500ms', 1_500],
  ['10s', 10_000],
  ['2m', 120_000],
  ['1h', 3_600_000],
  ['0d', 0],
  [250, 250],
])('%s is %i milliseconds', (span, ms) => {
  expect(spanMs(span)).toBe(ms);
});

test.each(Object.entries(SPAN_UNITS))('ten years in %s are taken by all, and a moment more by none', (unit, ms) => {
  const most = LONGEST_SPAN_MS / ms;
  for (const count of [0, 9, most / 10, most - 1, most])
    expect(whoTakes(`${Math.floor(count)}${unit}`), `${count}${unit}`).toEqual([true, true, true]);
  for (const count of [most + 1, most * 2, most * 10])
    expect(whoTakes(`${count}${unit}`), `${count}${unit}`).toEqual([false, false, false]);
});

test.each(['10', '1.5s', '-1s', 's', '10 s', '1y'])('%s is not a span', (span) => {
  expect(Span.safeParse(span).success).toBe(false);
});
