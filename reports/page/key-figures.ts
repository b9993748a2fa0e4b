/** reports/page/key-figures: the main numbers, each with its definition, and a list of all; the verdict as a badge. */
import type { Report } from '../../conformance/report.ts';
import { toneOf } from '../outcome.ts';
import { type Html, html } from './html.ts';

export type KeyFigure = {
  /** Unique in the page, for ids: kebab-case. */
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly tone?: 'gain' | 'loss';
  /** A second line: an interval, a share. */
  readonly detail?: string;
  readonly definition: string;
};

export function keyFigures(figures: readonly KeyFigure[]): Html {
  return html`<ul class="figures">
${figures.map(
  ({ id, name, value, tone, detail, definition }) => html`<li>
<button type="button" class="term" aria-describedby="about-${id}">${name}</button>
<span class="value${tone === undefined ? '' : ` ${tone}`}">${value}</span>
<span class="detail">${detail ?? ''}</span>
<span class="about" role="tooltip" id="about-${id}">${definition}</span>
</li>\n`,
)}</ul>`;
}

/** All definitions as a list: for print, for reading in one go. */
export function definitionList(entries: readonly { readonly name: string; readonly definition: string }[]): Html {
  return html`<dl class="definitions">
${entries.map(
  ({ name, definition }) => html`<div class="definition"><dt>${name}</dt><dd>${definition}</dd></div>\n`,
)}</dl>`;
}

export function facts(entries: readonly (readonly [name: string, value: Html | string])[]): Html {
  return html`<dl class="facts">
${entries.map(([name, value]) => html`<div class="fact"><dt>${name}</dt><dd>${value}</dd></div>\n`)}</dl>`;
}

/** `name`: text before the verdict. */
export function verdictBadge({ verdict }: Pick<Report, 'verdict'>, name: string): Html {
  const tone = toneOf(verdict);
  return html`<li class="badge${tone !== 'unsure' && ` ${tone}`}">${name} <b>${verdict}</b></li>`;
}
