/** reports/browser/traffic: the exchanges of a trace: a list with a filter, one exchange as a whole, and their latency as a chart. */
import { hashOf } from './address.js';
import { drawChart } from './charts.js';
import { filterBox } from './check-list.js';
import { beginning, codeBlock, make } from './dom.js';
import { matchesAll, parseFilter } from './filter.js';
import { bodyParts, requestLines } from './finding-view.js';
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
      status.textContent = `${rows.length.toLocaleString('en-US')} of ${exchanges.length.toLocaleString('en-US')} exchanges`;
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
      `${response?.status ?? 'no response'} · sent ${(at / 1_000).toFixed(3)} s after the start · ${milliseconds.toFixed(1)} ms · `,
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

/** @param {CheckPageData} data */
export function showLatencies({ exchanges, routes }) {
  const host = document.querySelector('[data-chart="latency"]');
  const choice = document.getElementById('latency-route');
  if (!(host instanceof HTMLElement && choice instanceof HTMLSelectElement) || exchanges.length === 0) return;
  const byRoute = Map.groupBy(exchanges, ({ route }) => route ?? '');
  const names = [...byRoute.keys()].filter((id) => id !== '');
  choice.append(
    make('option', { value: '' }, 'all'),
    ...names.map((id) => make('option', { value: id }, routes[id]?.name ?? id)),
  );
  /** @type {ReturnType<typeof drawChart> | undefined} */
  let drawn;
  const draw = () => {
    drawn?.remove();
    const shown = [...(choice.value === '' ? exchanges : (byRoute.get(choice.value) ?? []))].sort(
      (a, b) => a.at - b.at,
    );
    drawn = drawChart(host, {
      unit: 'milliseconds',
      clock: 'elapsed',
      times: shown.map(({ at }) => at / 1_000),
      series: [{ label: 'Latency', look: 'points', values: shown.map(({ milliseconds }) => milliseconds) }],
    });
  };
  choice.addEventListener('change', draw);
  draw();
}
