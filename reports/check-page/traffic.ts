/** reports/check-page/traffic: the exchanges of a trace: latency by route (table, chart), and their list. */
import type { HttpTraceExchange } from '../../conformance/http-trace.ts';
import { routeName } from '../../spec/clauses/clause.ts';
import { ROUTES } from '../../spec/routes.ts';
import type { HttpTrace } from '../http-trace.ts';
import { chartPlace } from '../page/chart.ts';
import { count, decimal, type Html, html, table } from '../page/html.ts';
import { beginningOf, mapTexts } from '../page/repeated-texts.ts';
import type { PageExchange } from './page-data.ts';

/** Characters of a body, a header or a path in the page. */
const LONGEST = 4_000;
/** Characters of all different bodies in the page. */
const ROOM = 12_000_000;

/** The exchanges with the beginnings of their bodies, as long as the page has room. */
export function exchangesOf({ exchanges }: HttpTrace): readonly PageExchange[] {
  const known = new Set<string>();
  let room = ROOM;
  const hasRoom = (text: string) => {
    if (known.has(text)) return true;
    known.add(text);
    room -= text.length;
    return room >= 0;
  };
  return exchanges.map((whole) => {
    const exchange = mapTexts(whole, short) as HttpTraceExchange;
    const bodies = [exchange.request.body ?? '', exchange.response?.body ?? ''];
    return bodies.every(hasRoom) ? exchange : withoutBodies(exchange);
  });
}

const short = (text: string) => beginningOf(text, LONGEST);

function withoutBodies({ request: { body: _, ...request }, response, ...exchange }: HttpTraceExchange): PageExchange {
  return { ...exchange, request, ...(response !== undefined && { response: { ...response, body: '' } }), isCut: true };
}

export function trafficSection({ exchanges, dropped, isWhole }: HttpTrace): Html {
  const gap = `The trace lacks ${count(dropped)} exchanges, because it had reached its largest size.`;
  return html`${!isWhole && html`<p class="note">The trace has no end, because the run was cut off.</p>`}
${dropped > 0 && html`<p class="note">${gap}</p>`}
${latencyTable(exchanges)}
<div class="controls on-screen"><label>Route <select id="latency-route"></select></label></div>
${chartPlace({
  chart: 'latency',
  title: 'Latency over the run',
  summary: `Milliseconds from request to response of ${count(exchanges.length)} exchanges`,
  height: 220,
})}
<h3>Exchanges</h3>
<div id="exchange-list"></div>`;
}

type RouteLatency = { readonly name: string; readonly times: readonly number[]; readonly failed: number };

function latencyTable(exchanges: readonly HttpTraceExchange[]): Html {
  const column = (head: string, value: (row: RouteLatency) => number | undefined, digits: number) => ({
    head,
    value,
    format: (amount: number) => decimal(amount, digits),
  });
  return table<RouteLatency>({
    caption: 'Latency by route, milliseconds',
    rows: latencies(exchanges),
    empty: 'The trace has no exchanges.',
    columns: [
      { head: 'Route', text: 'name' },
      column('Exchanges', ({ times, failed }) => times.length + failed, 0),
      column('No response', ({ failed }) => failed, 0),
      column('Median', ({ times }) => quantile(times, 0.5), 1),
      column('95%', ({ times }) => quantile(times, 0.95), 1),
      column('99%', ({ times }) => quantile(times, 0.99), 1),
      column('Longest', ({ times }) => times.at(-1), 1),
    ],
  });
}

/** Routes in the order of the table, then others. */
function latencies(exchanges: readonly HttpTraceExchange[]): readonly RouteLatency[] {
  const byRoute = Map.groupBy(exchanges, ({ route }) => route);
  const known = ROUTES.flatMap(({ id }) => (byRoute.has(id) ? [id] : []));
  const others = [...byRoute.keys()].filter((id) => ROUTES.every((route) => route.id !== id));
  return [...known, ...others].map((id) => {
    const group = byRoute.get(id) ?? [];
    const times = group.flatMap(({ response, milliseconds }) => (response === undefined ? [] : [milliseconds]));
    const route = ROUTES.find((one) => one.id === id);
    return {
      name: route === undefined ? (id ?? 'no route') : routeName(route),
      times: times.sort((a, b) => a - b),
      failed: group.length - times.length,
    };
  });
}

/** The smallest value that at least this part of the values does not exceed. */
function quantile(sorted: readonly number[], part: number) {
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)];
}
