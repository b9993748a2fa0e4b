/** reports/browser/page-data: the data that the page has for its scripts. */

/**
 * @template T
 * @param {string} id
 * @returns {T}
 */
export function pageData(id) {
  return JSON.parse(document.getElementById(id)?.textContent ?? 'null');
}

/**
 * The data of `withoutRepeats` in `reports/page/repeated-texts.ts` with every text in its place.
 * @param {{ texts: readonly string[], value: unknown }} packed
 * @returns {unknown}
 */
export function withRepeats({ texts, value }) {
  /** @type {(node: unknown) => unknown} */
  const restored = (node) => {
    if (typeof node === 'string') return node.startsWith('~') ? textAt(node) : node;
    if (typeof node !== 'object' || node === null) return node;
    const fields = /** @type {Record<string, unknown>} */ (node);
    for (const key of Object.keys(fields)) fields[key] = restored(fields[key]);
    return node;
  };
  /** @param {string} place */
  const textAt = (place) => (place.startsWith('~~') ? place.slice(1) : texts[Number(place.slice(1))]);
  return restored(value);
}
