/** reports/browser/address: the view of the page in its address: `#filter=status:fail&check=positions.size`. */

/** @typedef {Partial<Record<'filter' | 'traffic' | 'check' | 'finding' | 'exchange', string | undefined>>} View */

/** @type {readonly (keyof View)[]} */
const VIEW_KEYS = ['filter', 'traffic', 'check', 'finding', 'exchange'];

/**
 * @param {string} hash
 * @returns {View}
 */
export function viewOf(hash) {
  const parts = new URLSearchParams(hash.replace(/^#/, ''));
  return Object.fromEntries(VIEW_KEYS.flatMap((key) => (parts.get(key) ? [[key, parts.get(key)]] : [])));
}

/**
 * @param {View} view
 * @returns {string}
 */
export function hashOf(view) {
  const parts = VIEW_KEYS.flatMap((key) => (view[key] ? [`${key}=${inHash(view[key] ?? '')}`] : []));
  return `#${parts.join('&')}`;
}

/**
 * Readable: only characters that would end the value are escaped.
 * @param {string} text
 */
function inHash(text) {
  const safe = text.toWellFormed();
  return encodeURIComponent(safe)
    .replaceAll('%20', '+')
    .replaceAll('%3A', ':')
    .replaceAll('%2F', '/')
    .replaceAll('%2C', ',');
}
