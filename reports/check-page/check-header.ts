/** reports/check-page/check-header: the verdict, its numbers, and what a reader has to know before the details. */
import type { Report } from '../../conformance/report.ts';
import { toneOf } from '../outcome.ts';
import { type Content, count, type Html, html, separated } from '../page/html.ts';
import { type KeyFigure, keyFigures } from '../page/page.ts';
import {
  adviceLines,
  capabilitiesLine,
  type NextStep,
  nextSteps,
  percent,
  stepLine,
  unexpectedFailures,
  withVerdict,
} from '../summary.ts';

export function checkHeader(report: Report): Html {
  const { target, profile, seed, touchstone, verdict, command } = report;
  const parts = [
    `profile ${profile ?? 'not claimed'}`,
    `seed ${seed}`,
    `capabilities: ${capabilitiesLine(report) || 'not stated'}`,
  ];
  const what = command === 'check' ? 'conformance of' : `report of touchstone ${command} on`;
  return html`<header>
<p class="kicker">Touchstone ${touchstone}: ${what} <b>${target}</b></p>
<h1 class="verdict-line ${toneOf(verdict)}">${TITLES[verdict]}</h1>
<p class="summary">${separated(parts)}</p>
</header>
${keyFigures(figures(report))}
${firstSteps(report)}
<div class="notices">${notices(report)}</div>`;
}

/** Each step leads to the check of its example. */
function firstSteps(report: Report): Content {
  const steps = nextSteps(report);
  if (steps.length === 0) return false;
  const more = steps.length - SHOWN;
  const item = (step: NextStep): Html => {
    const line = stepLine(step);
    if (step.example === undefined) return html`<li>${line}</li>`;
    return html`<li><a href="#check=${encodeURIComponent(step.example.check.id.toWellFormed())}">${line}</a></li>`;
  };
  return html`<div class="notice fail"><h2>Fix these first</h2><ol>${steps.slice(0, SHOWN).map(item)}</ol>
${more > 0 && html`<p>and ${count(more)} more</p>`}</div>`;
}

export const TITLES: Readonly<Record<Report['verdict'], string>> = {
  conformant: 'Conformant',
  'conformant-with-notes': 'Conformant, with notes',
  partial: 'Partial: not every MUST clause was verified',
  'non-conformant': 'Non-conformant',
  inconclusive: 'Inconclusive',
  passed: 'Passed',
  failed: 'Failed',
  incomplete: 'Incomplete',
};

/** Items of a list in the header; the report as JSON has all. */
const SHOWN = 50;

function notices(report: Report): Content {
  const errors = withVerdict(report.checks, 'error').map(({ id, reason }) => `${id}: ${reason ?? 'no reason given'}`);
  return [
    notice('fail', 'Errors of Touchstone itself', errors),
    notice('warn', 'Remarks', report.remarks),
    notice('warn', 'Stale expectations', report.stale),
    notice('', 'Advice', adviceLines(report)),
  ];
}

function notice(tone: string, title: string, items: readonly string[]): Content {
  if (items.length === 0) return false;
  const more = items.length - SHOWN;
  return html`<div class="notice ${tone}"><h2>${title}</h2><ul>${items
    .slice(0, SHOWN)
    .map((item) => html`<li>${item}</li>`)}
${more > 0 && html`<li>and ${count(more)} more</li>`}</ul></div>\n`;
}

function figures(report: Report): readonly KeyFigure[] {
  const { coverage, result, counts } = report;
  const failures = unexpectedFailures(report).length;
  const expected = counts.fail - failures;
  const idle = counts['not-testable'] + counts.blocked + counts['not-run'] + counts.error;
  return [
    {
      ...share(coverage.verified, coverage.must),
      ...about('Coverage', 'MUST clauses of the claimed capabilities for which a value was seen, of all of them.'),
    },
    {
      ...share(result.passed, result.verified),
      ...about('Result', 'Verified clauses without a failure, of all verified clauses.'),
    },
    {
      value: count(failures),
      ...(failures > 0 && { tone: 'loss' }),
      ...(expected > 0 && { detail: `and ${count(expected)} as expected` }),
      ...about('Failures', 'Checks that found a broken MUST clause and that no expectation covers.'),
    },
    {
      value: count(counts.warn),
      ...about('Warnings', 'Checks that found a broken SHOULD clause. With --strict these are failures.'),
    },
    {
      value: count(counts.note),
      ...about('Notes', 'Checks that found a valid choice where the interface leaves one.'),
    },
    {
      value: count(idle),
      ...about(
        'Not judged',
        'Checks that were not testable, were blocked, did not run, or ended with an error of Touchstone.',
        'unjudged',
      ),
    },
    {
      value: count(report.requests),
      detail: `${count(report.checks.length)} checks`,
      ...about('Requests', 'Requests of preflight, discovery and checks, without those that were sent again.'),
    },
  ];
}

function about(
  name: string,
  definition: string,
  id = name.toLowerCase(),
): Pick<KeyFigure, 'id' | 'name' | 'definition'> {
  return { id, name, definition };
}

function share(part: number, whole: number): Pick<KeyFigure, 'value' | 'detail'> {
  return { value: percent(part, whole), detail: `${count(part)} of ${count(whole)}` };
}
