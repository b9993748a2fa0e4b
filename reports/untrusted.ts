/** reports/untrusted: makes text of a target safe to show in every format. It drops no character. */

// Controls, format marks (which turn the direction of writing), line separators, lone surrogates, no characters.
const UNSHOWABLE = /[\p{C}\p{Zl}\p{Zp}]/gu;
/** Most texts. The test takes a fraction of the time of a search by Unicode classes. */
const IS_PLAIN = /^[ -~]*$/;

/** One line without anything that moves a cursor, rings a bell or reorders text. */
export function visible(text: string): string {
  return IS_PLAIN.test(text) ? text : text.replace(UNSHOWABLE, escaped);
}

export function xml(text: string): string {
  return visible(text).replaceAll(/[&<>"']/g, entity);
}

/** Text for a line of Markdown or a cell of its tables: nothing in it means anything. */
export function markdown(text: string): string {
  return visible(text).replaceAll(/[&<>"|*_[\](){}~`@#!\\$:]/g, entity);
}

/** One line as a block of code in Markdown, fenced by more backticks than it holds. */
export function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${visible(text)}\n${fence}`;
}

function entity(char: string) {
  return `&#${char.charCodeAt(0)};`;
}

/** JSON text that is also safe inside a script element and on a terminal: same value, more escapes. */
export function safeJson(value: unknown, indent = 2): string {
  const json = JSON.stringify(value, null, indent);
  // Line feeds are the only controls that JSON.stringify itself puts between tokens.
  return json.replaceAll(/[<>&]|(?!\n)[\p{C}\p{Zl}\p{Zp}]/gu, escaped);
}

export function jsonFile(report: object): string {
  return `${safeJson(report)}\n`;
}

/** `\u001b` for each code unit. */
function escaped(char: string) {
  return Array.from({ length: char.length }, (_, index) => {
    return `\\u${char.charCodeAt(index).toString(16).padStart(4, '0')}`;
  }).join('');
}

/** The shown part of each list. */
export const SHOWN = 25;
/** Characters of one line. */
const LINE_LENGTH = 300;

/** The sections that are not empty, with a blank line between them. */
export function joinedSections(sections: readonly string[]): string {
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

export function clipped(text: string): string {
  const shown = visible(text);
  return shown.length <= LINE_LENGTH ? shown : `${shown.slice(0, LINE_LENGTH)}...`;
}

/** A line of a list. */
export const lineOf =
  <Item>(textOf: (item: Item) => string) =>
  (item: Item) =>
    `  ${clipped(textOf(item))}`;

/** Empty without items. `show`: the lines of an item. */
export function listed<Item>(title: string, items: readonly Item[], show = lineOf<Item>(String)): string {
  if (items.length === 0) return '';
  const more = items.length > SHOWN ? [`  ... and ${items.length - SHOWN} more, all in --report json=FILE`] : [];
  return [`${title} (${items.length})`, ...items.slice(0, SHOWN).map(show), ...more].join('\n');
}

/** A heading with the number of items, and the first `shown` of them. Empty without items. */
export function markdownSection(title: string, items: readonly string[], shown: number): string {
  return items.length === 0 ? '' : `### ${title} (${items.length})\n\n${markdownList(items, shown)}`;
}

/** The first `shown` items, and the number of the others. */
export function markdownList(items: readonly string[], shown: number): string {
  const more = items.length > shown ? [`- and ${items.length - shown} more`] : [];
  return [...items.slice(0, shown).map((item) => `- ${markdown(item)}`), ...more].join('\n');
}
