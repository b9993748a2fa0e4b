/** reports/browser/dom: elements whose content is always text, made visible, so that data cannot hide others. */

/** @typedef {Node | string | number | undefined | false} Child */

// As in reports/untrusted.ts: controls, format marks, separators of lines, halves of surrogate pairs.
const UNSHOWABLE = /[\p{C}\p{Zl}\p{Zp}]/gu;

/**
 * One line in which every character shows.
 * @param {string} text
 */
export function visibleText(text) {
  return text.replace(UNSHOWABLE, (char) =>
    Array.from({ length: char.length }, (_, at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  );
}

/**
 * Lines stay lines.
 * @param {string} text
 */
export function visibleLines(text) {
  return text.split(/\r?\n/).map(visibleText).join('\n');
}

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Readonly<Record<string, string>>} attributes
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function make(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, visibleText(value));
  for (const child of children) {
    if (child === undefined || child === false) continue;
    made.append(child instanceof Node ? child : visibleText(String(child)));
  }
  return made;
}

/**
 * A block of code. Its lines stay lines, and it scrolls if it is long.
 * @param {string} label
 * @param {string | readonly Child[]} content
 */
export function codeBlock(label, content) {
  const block = make('pre', { class: 'code-block', tabindex: '0', role: 'group', 'aria-label': label });
  if (typeof content === 'string') block.append(visibleLines(content));
  else block.append(...content.map((child) => (child instanceof Node ? child : visibleLines(String(child)))));
  return block;
}

/**
 * The beginning of a long text, for a line of a list.
 * @param {string} text
 * @param {number} [max]
 */
export function beginning(text, max = 300) {
  return text.length <= max ? text : `${text.slice(0, max)}…`;
}
