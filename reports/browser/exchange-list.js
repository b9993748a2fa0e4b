/** reports/browser/exchange-list: the exchanges of a trace with their filter. */
import { hashOf } from './address.js';
import { beginning, make } from './dom.js';
import { matchesAll, parseFilter } from './filter.js';
import { filterBox } from './filter-box.js';
import { moveByArrows, showLongList } from './long-list.js';

/** @import { CheckPageData, PageExchange } from '../check-page/page-data.ts' */

const EXCHANGE_KEYS = ['status', 'route', 'check', 'method'];

/**
 * @param {CheckPageData} data
 * @param {(filter: string) => void} onType
 * @returns {{ show: (filter: string) => void }}
 */
export function createExchangeList({ exchanges, routes }, onType) {
  const host = document.getElementById('exchange-list');
  if (host === null) return { show: () => undefined };
  const form = filterBox(
    'exchange-filter',
    'Filter exchanges',
    ['status:5', 'route:/positions', 'check:markets.', 'method:post'],
    onType,
  );
  const status = make('p', { class: 'note', role: 'status' });
  const list = make('div', {});
  host.replaceChildren(form.box, status, list);
  moveByArrows(host);
  /** @type {string | undefined} */
  let shown;
  return {
    show: (filter) => {
      form.setText(filter);
      if (filter === shown) return;
      shown = filter;
      const terms = parseFilter(filter, EXCHANGE_KEYS);
      const rows = exchanges.filter((exchange) =>
        matchesAll(terms, (key, value) => exchangeHas(exchange, key, value, routes[exchange.route ?? '']?.path ?? '')),
      );
      const all = exchanges.length.toLocaleString('en-US');
      status.textContent = `${rows.length.toLocaleString('en-US')} of ${all} exchanges`;
      showLongList(list, {
        rows,
        look: 'rows exchanges',
        makeRow: exchangeRow,
        label: 'Exchanges',
      });
    },
  };
}

/**
 * @param {PageExchange} exchange
 * @param {string} key
 * @param {string} value
 * @param {string} path
 */
function exchangeHas({ request, response, check = '', route = '', trouble = '' }, key, value, path) {
  switch (key) {
    case 'status':
      return String(response?.status ?? 'none').startsWith(value);
    case 'route':
      return route.toLowerCase() === value || (value.startsWith('/') && path.toLowerCase().startsWith(value));
    case 'check':
      return check.toLowerCase().startsWith(value);
    case 'method':
      return request.method.toLowerCase() === value;
    default:
      return [request.target, check, trouble, request.body, response?.body].some((text) =>
        text?.toLowerCase().includes(value),
      );
  }
}

/** @param {PageExchange} exchange */
function exchangeRow({ number, check, milliseconds, request, response, trouble }) {
  return make(
    'li',
    { class: 'row' },
    make('span', { class: 'row-badges' }, statusBadge(response?.status)),
    make(
      'div',
      { class: 'row-main' },
      make(
        'a',
        { href: hashOf({ exchange: String(number) }), class: 'code' },
        beginning(`${request.method} ${request.target}`, 160),
      ),
      trouble !== undefined && make('span', { class: 'row-why' }, beginning(trouble)),
    ),
    make(
      'div',
      { class: 'row-side' },
      make('span', {}, `${milliseconds.toFixed(1)} ms`),
      make('span', {}, beginning(check ?? '', 60)),
    ),
  );
}

/** @param {number | undefined} status */
function statusBadge(status) {
  const look = status === undefined || status >= 500 ? 'fail' : status >= 400 ? 'warn' : 'pass';
  return make('span', { class: `verdict ${look}` }, status ?? 'none');
}
