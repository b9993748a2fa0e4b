/** reports/page/page: one HTML file, whose content security policy allows its own scripts and styles alone. */
import { createHash } from 'node:crypto';
import { type Content, Html, html } from './html.ts';

export type PageContent = {
  readonly title: string;
  readonly body: Html;
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
};

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

function policy(styles: readonly string[], scripts: readonly string[]): string {
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

/** A part of a page that its contents list. */
export type Section = { readonly id: string; readonly title: string; readonly content: Content };

export function contentsOf(sections: readonly Section[]): Html {
  return html`<ul class="contents on-screen">${sections.map(
    ({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`,
  )}</ul>`;
}

export function sectionParts(sections: readonly Section[]): Content {
  return sections.map(({ id, title, content }) => html`<section id="${id}"><h2>${title}</h2>${content}</section>\n`);
}
