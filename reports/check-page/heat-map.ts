/** reports/check-page/heat-map: the checks by route and kind as a table, whose colours repeat the worst verdicts. */
import type { CheckResult, CheckVerdict, Report } from '../../conformance/report.ts';
import { routeName } from '../../spec/clauses/subject.ts';
import { ROUTES } from '../../spec/routes.ts';
import { type Html, html } from '../page/html.ts';
import { count } from '../page/numbers.ts';

/** Verdicts in the order of severity, with the class of a cell and its word. The first one that occurs decides. */
const TONES: readonly (readonly [name: string, word: string, verdicts: readonly CheckVerdict[]])[] = [
  ['fail', 'fail', ['fail']],
  ['error', 'error', ['error']],
  ['warn', 'warn', ['warn']],
  ['note', 'note', ['note']],
  ['idle', 'not judged', ['not-testable', 'blocked', 'not-run', 'not-applicable']],
];

type Row = { readonly route: string | undefined; readonly name: string };

/** Undefined if no check names a route. */
export function heatMap({ checks }: Report): Html | undefined {
  if (checks.every(({ route }) => route === undefined)) return undefined;
  const kinds = [...new Set(checks.map(({ kind }) => kind))];
  const byCell = Map.groupBy(checks, ({ route, kind }) => keyOf(route, kind));
  return html`<div class="scroll map" role="region" tabindex="0" aria-label="Checks by route and kind">\
<table class="heat">
<thead><tr><th scope="col">Route</th>${kinds.map((kind) => html`<th scope="col">${kind}</th>`)}</tr></thead>
<tbody>${rowsOf(checks).map(
    ({ route, name }) =>
      html`<tr><th scope="row">${name}</th>${kinds.map((kind) =>
        cell(byCell.get(keyOf(route, kind)) ?? [], route, kind),
      )}</tr>\n`,
  )}</tbody></table></div>
${legend()}`;
}

const keyOf = (route: string | undefined, kind: string): string => JSON.stringify([route, kind]);

/** Routes of the table in its order, then others by id, then the checks of several routes. */
function rowsOf(checks: readonly CheckResult[]): readonly Row[] {
  const seen = new Set(checks.map(({ route }) => route));
  const known = ROUTES.flatMap((route) => (seen.delete(route.id) ? [{ route: route.id, name: routeName(route) }] : []));
  const several = seen.delete(undefined) ? [{ route: undefined, name: 'several routes' }] : [];
  return [...known, ...[...seen].map((route) => ({ route, name: route ?? '' })), ...several];
}

function cell(checks: readonly CheckResult[], route: string | undefined, kind: string): Html {
  if (checks.length === 0) return html`<td class="none">–</td>`;
  for (const [name, word, verdicts] of TONES) {
    const found = checks.filter(({ verdict }) => verdicts.includes(verdict)).length;
    if (found === 0) continue;
    return filled(name, checks.length, `${count(found)} ${word}`, linkTo(route, kind));
  }
  return filled('pass', checks.length, 'pass', linkTo(route, kind));
}

function filled(tone: string, all: number, text: string, link: string): Html {
  const cell = html`<a class="cell" href="${link}">${count(all)}<span class="count">${text}</span></a>`;
  return html`<td class="tone-${tone}">${cell}</td>`;
}

/** As `hashOf` of `reports/browser/address.js` writes it. */
function linkTo(route: string | undefined, kind: string): string {
  const words = [`route:${route === undefined ? 'several' : phrase(route)}`, `kind:${phrase(kind)}`];
  return `#filter=${encodeURIComponent(words.join(' ').toWellFormed()).replaceAll('%3A', ':').replaceAll('%20', '+')}`;
}

const phrase = (text: string): string => (/[\s,"]/.test(text) ? `"${text.replaceAll('"', '')}"` : text);

function legend(): Html {
  const items = [['pass', 'all pass'], ...TONES.map(([name, word]) => [name, word] as const)] as const;
  return html`<p class="note legend">${items.map(
    ([name, word]) => html`<span><i class="swatch-cell tone-${name}"></i>${word}</span> `,
  )}</p>`;
}
