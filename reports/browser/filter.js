/** reports/browser/filter: filters: words that must all match, `status:fail`, `-kind:shape`, `route:a,b`, phrases. */

/** @typedef {{ key: string, values: readonly string[], isNot: boolean }} Term `key` is empty for a word without one. */

const WORD = /(-?)(?:([a-z]+):)?(?:"([^"]*)"?|([^\s"]+))/gi;

/**
 * A word with an unknown key is an ordinary word.
 * @param {string} text
 * @param {readonly string[]} keys
 * @returns {readonly Term[]}
 */
export function parseFilter(text, keys) {
  return [...text.toLowerCase().matchAll(WORD)].map(([whole, minus = '', key = '', phrase, word = '']) => {
    const isNot = minus === '-';
    if (phrase !== undefined && (key === '' || keys.includes(key))) return { key, values: [phrase], isNot };
    if (keys.includes(key)) return { key, values: word.split(',').filter((value) => value !== ''), isNot };
    return { key: '', values: [whole.slice(minus.length)], isNot };
  });
}

/**
 * @param {readonly Term[]} terms
 * @param {(key: string, value: string) => boolean} has
 */
export function matchesAll(terms, has) {
  return terms.every(({ key, values, isNot }) => values.some((value) => has(key, value)) !== isNot);
}

/**
 * `4.8` matches `4.8/limit.max`, and not `4.80`.
 * @param {string} clause
 * @param {string} wanted
 */
export function isClauseIn(clause, wanted) {
  const id = clause.toLowerCase();
  return (
    id.startsWith(wanted) &&
    (id.length === wanted.length || /[./]$/.test(wanted) || /[./]/.test(id.charAt(wanted.length)))
  );
}
