/** cli/run/step-line: the line of a scenario file on which a step is written. */
import { filesUnder, openSource } from '../../scenarios/reading/files.ts';
import { offsetOf } from '../../scenarios/reading/source.ts';

/** The line, from 1, of the step `at` (`steps[3].until.do[0]`); inside a macro that of the call. */
export function lineOfStep(file: string, at: string): number | undefined {
  const path = pathOf(at);
  if (path.length === 0) return undefined;
  const source = openSource(file, filesUnder());
  if (!source.ok) return undefined;
  return source.value.lines.linePos(offsetOf(source.value, path)).line;
}

function pathOf(at: string): readonly (string | number)[] {
  const [written = ''] = at.split(' ');
  if (!/^(?:steps|finally)\[/.test(written)) return [];
  return [...written.matchAll(/([A-Za-z]\w*)|\[(\d+)\]/g)].map(([, name, index]) => name ?? Number(index));
}
