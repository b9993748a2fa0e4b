/** reports/markdown-list: a list of a target's text in Markdown, bounded, as pages and comments are. */
import { markdown } from './untrusted.ts';

/** The first `shown` items, and the number of the others. */
export function markdownList(items: readonly string[], shown: number): string {
  const more = items.length > shown ? [`- and ${items.length - shown} more`] : [];
  return [...items.slice(0, shown).map((item) => `- ${markdown(item)}`), ...more].join('\n');
}
