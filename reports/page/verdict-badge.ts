/** reports/page/verdict-badge: the verdict of a run as a badge: its colour repeats the word. */
import type { Report } from '../../conformance/report.ts';
import { toneOf } from '../outcome.ts';
import { type Html, html } from './html.ts';

/** `name`: text before the verdict. */
export function verdictBadge({ verdict }: Pick<Report, 'verdict'>, name: string): Html {
  const tone = toneOf(verdict);
  return html`<li class="badge${tone !== 'unsure' && ` ${tone}`}">${name} <b>${verdict}</b></li>`;
}
