/** reports/browser/message-parts: requests and responses as lines, with the value at a pointer marked. */
import { make, visibleLines } from './dom.js';
import { layOut } from './json-layout.js';

/**
 * Each parameter of the query in its own line.
 * @param {string} request
 */
export function requestLines(request) {
  const [path = '', query] = request.split(/\?(.*)/s);
  return query === undefined ? path : `${path}\n  ?${query.split('&').join('\n  &')}`;
}

/** The end of an excerpt that was cut. */
const CUT = /\.\.\. \(\d+ more characters\)$/;

/**
 * @param {string} response
 * @param {string} pointer
 * @param {string} actual
 */
export function responseParts(response, pointer, actual) {
  const start = response.search(/[[{]/);
  const rest = CUT.exec(response)?.[0] ?? '';
  const body = start < 0 ? '' : response.slice(start, response.length - rest.length);
  const end = rest === '' ? '' : `\n${rest}`;
  return [`${start < 0 ? response : response.slice(0, start).trimEnd()}\n`, ...bodyParts(body, pointer, actual), end];
}

/**
 * The body with the value at the pointer marked. If it is not there, a line under the body says so.
 * @param {string} body
 * @param {string} [pointer]
 * @param {string} [actual]
 * @returns {readonly (Node | string)[]}
 */
export function bodyParts(body, pointer = '', actual = '') {
  const layout = layOut(body, pointer);
  if (layout === undefined || pointer === '') return [layout?.text ?? body];
  const { text, start, end, isExact } = layout;
  const look = isExact ? 'there' : 'around';
  const mark = make('mark', { class: look });
  mark.append(visibleLines(text.slice(start, end)));
  const missing = isExact ? [] : [make('span', { class: 'absent' }, `\n\n${pointer}: ${actual}`.trimStart())];
  return [text.slice(0, start), mark, text.slice(end), ...(missing.length > 0 ? ['\n', ...missing] : [])];
}
