/** reports/markdown-list: a list in Markdown whose items are text that came from a target. A page or a comment has a size limit, so a list has one. */
import { markdown } from './untrusted.ts';

/** The first `shown` items, and the number of the others. */
export function markdownList(items: readonly string[], shown: number): string {
  const more = items.length > shown ? [`- and ${items.length - shown} more`] : [];
  return [...items.slice(0, shown).map((item) => `- ${markdown(item)}`), ...more].join('\n');
}
