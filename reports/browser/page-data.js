/** reports/browser/page-data: the data that the page carries for its scripts. */

/**
 * @template T
 * @param {string} id
 * @returns {T}
 */
export function pageData(id) {
  return JSON.parse(document.getElementById(id)?.textContent ?? 'null');
}
