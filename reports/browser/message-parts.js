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
 * A last line has pointer and value if the excerpt does not have them.
 * @param {string} response
 * @param {string} pointer
 * @param {string} actual
 * @returns {readonly (Node | string)[]}
 */
export function responseParts(response, pointer, actual) {
  const start = response.search(/[[{]/);
  if (start < 0) return [response];
  const rest = CUT.exec(response)?.[0] ?? '';
  const body = response.slice(start, response.length - rest.length);
  const isMarked = pointer === '' || layOut(body, pointer)?.isExact === true;
  const last = isMarked ? [] : ['\n', make('span', { class: 'elsewhere' }, `${pointer}: ${actual}`)];
  return [
    `${response.slice(0, start).trimEnd()}\n`,
    ...bodyParts(body, pointer),
    rest === '' ? '' : `\n${rest}`,
    ...last,
  ];
}

/**
 * The body with the value at the pointer marked, or the innermost value around its place.
 * @param {string} body
 * @param {string} [pointer]
 * @returns {readonly (Node | string)[]}
 */
export function bodyParts(body, pointer = '') {
  const layout = layOut(body, pointer);
  if (layout === undefined || pointer === '') return [layout?.text ?? body];
  const { text, start, end, isExact } = layout;
  const mark = make('mark', isExact ? {} : { class: 'around' });
  mark.append(visibleLines(text.slice(start, end)));
  return [text.slice(0, start), mark, text.slice(end)];
}
