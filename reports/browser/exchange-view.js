/** reports/browser/exchange-view: one exchange of a trace, in place of the overview. */
import { hashOf } from './address.js';
import { beginning, codeBlock, make } from './dom.js';
import { bodyParts, requestLines } from './message-parts.js';

/** @import { PageExchange } from '../check-page/page-data.ts' */

/**
 * @param {PageExchange} exchange
 * @param {string} back
 * @returns {readonly HTMLElement[]}
 */
export function exchangeView(exchange, back) {
  const { number, check, at, milliseconds, request, response, trouble, isCut } = exchange;
  const { method, target } = request;
  return [
    make(
      'nav',
      { class: 'neighbours on-screen', 'aria-label': 'Exchanges' },
      make('a', { href: back, class: 'back' }, '← Report'),
    ),
    make('p', { class: 'kicker' }, `Exchange ${number}`),
    make('h1', { class: 'code', tabindex: '-1' }, beginning(`${method} ${target}`, 160)),
    make(
      'p',
      { class: 'summary' },
      `${response?.status ?? 'no response'} · sent ${(at / 1_000).toFixed(3)} s after the start · ` +
        `${milliseconds.toFixed(1)} ms · `,
      check === undefined ? 'no check' : make('a', { href: hashOf({ check }) }, beginning(check)),
    ),
    ...(trouble === undefined ? [] : [make('div', { class: 'notice fail' }, make('p', {}, trouble))]),
    ...(isCut === true
      ? [make('p', { class: 'note' }, 'The page has no room for these bodies. The trace has them.')]
      : []),
    make(
      'div',
      { class: 'sides' },
      message('Request', requestLines(`${method} ${target}`), request.headers, request.body ?? '', request.bodyBytes),
      response === undefined
        ? make('div', {}, make('h3', {}, 'Response'), make('p', { class: 'empty' }, 'No response arrived.'))
        : message('Response', String(response.status), response.headers, response.body, response.bodyBytes),
    ),
  ];
}

/**
 * @param {string} title
 * @param {string} line
 * @param {Readonly<Record<string, string>>} headers
 * @param {string} body
 * @param {number | undefined} bytes
 */
function message(title, line, headers, body, bytes) {
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const parts = [[line, ...fields].join('\n'), ...(body === '' ? [] : ['\n\n', ...bodyParts(body)])];
  const size = bytes === undefined ? false : make('p', { class: 'note' }, `${bytes.toLocaleString('en-US')} bytes`);
  return make('div', {}, make('h3', {}, title), codeBlock(title, parts), size);
}
