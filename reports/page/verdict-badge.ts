/** reports/page/verdict-badge: the verdict of a run as a badge: its colour repeats the word. */
import type { Report } from '../../conformance/report.ts';
import { type Html, html } from './html.ts';

const GOOD: ReadonlySet<string> = new Set(['conformant', 'conformant-with-notes', 'passed']);
const BAD: ReadonlySet<string> = new Set(['non-conformant', 'failed']);

/** `name`: text before the verdict. */
export function verdictBadge({ verdict }: Pick<Report, 'verdict'>, name: string): Html {
  const tone = GOOD.has(verdict) ? ' good' : BAD.has(verdict) ? ' bad' : '';
  return html`<li class="badge${tone}">${name} <b>${verdict}</b></li>`;
}
