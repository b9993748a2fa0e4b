/** reports/page/html: HTML templates that escape every value, unless it is the result of a template. */
import { safeJson, xml } from '../untrusted.ts';

/** Markup that is safe to put into a page. */
export class Html {
  readonly #markup: string;

  private constructor(markup: string) {
    this.#markup = markup;
  }

  /** Markup from the source of the program. Never pass data here. */
  static ours(markup: string): Html {
    return new Html(markup);
  }

  toString(): string {
    return this.#markup;
  }
}

/** Text and numbers are escaped, lists are joined, undefined and false leave nothing. */
export type Content = Html | string | number | undefined | false | readonly Content[];

/** Values are allowed in content and in quoted attributes: html`<a title="${text}">${text}</a>`. */
export function html(parts: TemplateStringsArray, ...values: readonly Content[]): Html {
  return Html.ours(parts.map((part, index) => part + markupOf(values[index])).join(''));
}

function markupOf(value: Content): string {
  if (value === undefined || value === false) return '';
  if (value instanceof Html) return value.toString();
  if (typeof value === 'string') return xml(value);
  if (typeof value === 'number') return String(value);
  return value.map(markupOf).join('');
}

/** Lines of text, each escaped; line feeds become line breaks. */
export function multiline(text: string): Html {
  const lines = text.split(/\r?\n/);
  return html`${lines.map((line, index) => [index > 0 && html`<br>`, line])}`;
}

/** Data for the scripts of the page. The browser never runs it, and nothing in it can end the element. */
export function dataBlock(id: string, value: unknown): Html {
  return html`<script type="application/json" id="${id}">${Html.ours(safeJson(value, 0))}</script>`;
}
