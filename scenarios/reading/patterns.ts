/** scenarios/reading/patterns: the patterns of a step are valid, and so are its captures and paths. */
import { isObject } from '../../base/json.ts';
import { patternFaults } from '../../wire/pattern/pattern-faults.ts';
import type { Reading } from './problem-list.ts';
import type { Path } from './source.ts';

export function reportPatterns(reading: Reading, path: Path, step: Readonly<Record<string, unknown>>): void {
  for (const [inside, pattern] of patternsIn(step)) {
    for (const problem of patternFaults(pattern))
      reading.report([...path, ...inside, ...problem.path], problem.message);
  }
  for (const [name, source] of entriesOf(step['capture'])) {
    if (typeof source !== 'string' || source === '' || source.startsWith('/') || source.includes('${')) continue;
    reading.report(
      [...path, 'capture', name],
      'expected a pointer into the response (/0/id), or an expression in braces after a dollar sign',
    );
  }
  for (const key of ['get', 'post', 'delete', 'path']) {
    const target = step[key];
    if (typeof target !== 'string' || target.startsWith('/') || target.startsWith('${')) continue;
    reading.report(
      [...path, key],
      'expected a path that starts with /: the deployment is chosen when the scenario is run',
    );
  }
}

function patternsIn(step: Readonly<Record<string, unknown>>): readonly (readonly [Path, unknown])[] {
  const expect = isObject(step['expect']) ? step['expect'] : {};
  const state = isObject(step['expectState']) ? step['expectState'] : {};
  const whole = ['body', 'error'].filter((key) => key in expect).map((key) => [['expect', key], expect[key]] as const);
  const named = ['at', 'headers'].flatMap((key) =>
    entriesOf(expect[key]).map(([name, pattern]) => [['expect', key, name], pattern] as const),
  );
  const events = ['events', 'never'].flatMap((key) => {
    const list = Array.isArray(state[key]) ? state[key] : [];
    return list.map((pattern, index) => [['expectState', key, index], pattern] as const);
  });
  const counts = entriesOf(state['count']).map(([kind, pattern]) => [['expectState', 'count', kind], pattern] as const);
  return [...whole, ...named, ...events, ...counts];
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return isObject(value) ? Object.entries(value) : [];
}
