/** reports/text-list: sections and lists of a target's text, bounded: for people at a terminal, and in Markdown. */
import { markdown, visible } from './untrusted.ts';

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
  (item: Item): string =>
    `  ${clipped(textOf(item))}`;

/** Empty without items. `show`: the lines of an item. */
export function listed<Item>(title: string, items: readonly Item[], show = lineOf<Item>(String)): string {
  if (items.length === 0) return '';
  const more = items.length > SHOWN ? [`  ... and ${items.length - SHOWN} more, all in --report json=FILE`] : [];
  return [`${title} (${items.length})`, ...items.slice(0, SHOWN).map(show), ...more].join('\n');
}

/** The first `shown` items, and the number of the others. */
export function markdownList(items: readonly string[], shown: number): string {
  const more = items.length > shown ? [`- and ${items.length - shown} more`] : [];
  return [...items.slice(0, shown).map((item) => `- ${markdown(item)}`), ...more].join('\n');
}
