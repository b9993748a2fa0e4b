/** tidy/patterns: regular expressions take linear time, so that no text of a target can stop a run. */
import { analyse } from 'scslre';
import { isTest, isTypeScript, type Rule } from './rule.ts';
import { lineAt, patternsIn, type SourceFile } from './source.ts';

/** Files that match text of a target. An unanchored pattern that restarts at each character is too slow here. */
const READS_TARGETS = /^(?:spec\/resources|conformance\/(?:checks|discovery|execution|session|shape|verdict))\//;

export const patternsAreLinear: Rule = {
  id: 'patterns-are-linear',
  offences: (files) =>
    files.filter(({ path }) => isTypeScript(path) && !isTest(path) && !path.startsWith('tidy/')).flatMap(offencesOf),
};

function offencesOf({ path, text }: SourceFile) {
  return patternsIn(text)
    .filter(({ pattern }) => isSlow(pattern, READS_TARGETS.test(path)))
    .map(
      ({ pattern, at }) =>
        `${path}:${lineAt(text, at)}: ${pattern}: takes more than linear time; ` +
        'let two repetitions never match the same text',
    );
}

function isSlow(pattern: RegExp, startsAnywhere: boolean) {
  const { reports } = analyse(pattern, { reportTypes: { Move: startsAnywhere }, maxReports: 1 });
  return reports.length > 0;
}
