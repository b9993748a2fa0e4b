/** reports/page/page: one HTML file, whose content security policy allows its own scripts and styles alone. */

import { createHash } from 'node:crypto';
import type { Report } from '../../conformance/report.ts';
import { toneOf } from '../outcome.ts';
import { type Content, Html, html } from './html.ts';

type PageContent = Readonly<{
  title: string;
  body: Html;
  styles: readonly string[];
  scripts: readonly string[];
}>;

export function page({ title, body, styles, scripts }: PageContent): string {
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${Html.ours(policy(styles, scripts))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
${styles.map((text) => html`<style>${inline(text, 'style')}</style>\n`)}</head>
<body>
${body}
${scripts.map((text) => html`<script>${inline(text, 'script')}</script>\n`)}</body>
</html>
`;
  return document.toString();
}

function policy(styles: readonly string[], scripts: readonly string[]) {
  return [
    "default-src 'none'",
    `style-src ${sources(styles)}`,
    `script-src ${sources(scripts)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

function sources(texts: readonly string[]): string {
  if (texts.length === 0) return "'none'";
  return texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`).join(' ');
}

/** The text of an element whose content is not parsed. It may not end the element or start a comment. */
function inline(text: string, element: string): Html {
  if (/<\/(?:script|style)|<!--/i.test(text)) throw new Error(`a ${element} of the page contains its own end`);
  return Html.ours(text);
}

/** A part of a page that its contents list. One without content is left out. */
export type Section = { readonly id: string; readonly title: string; readonly content: Content };

export function withContent(sections: readonly Section[]): readonly Section[] {
  return sections.filter(({ content }) => content !== undefined && content !== false);
}

export function contentsOf(sections: readonly Section[]): Html {
  return html`<ul class="contents on-screen">${sections.map(
    ({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`,
  )}</ul>`;
}

export function sectionParts(sections: readonly Section[]): Content {
  return sections.map(({ id, title, content }) => html`<section id="${id}"><h2>${title}</h2>${content}</section>\n`);
}

export type KeyFigure = Readonly<{
  /** Unique in the page, for ids: kebab-case. */
  id: string;
  name: string;
  value: string;
  tone?: 'gain' | 'loss';
  /** A second line: an interval, a share. */
  detail?: string;
  definition: string;
}>;

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
export function definitionList(entries: readonly { readonly title: string; readonly definition: string }[]): Html {
  return html`<dl class="definitions">
${entries.map(
  ({ title, definition }) => html`<div class="definition"><dt>${title}</dt><dd>${definition}</dd></div>\n`,
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
