/** reports/browser/latency-chart: the latency of a chosen route over the run. */
import { drawChart } from './charts.js';
import { make } from './dom.js';

/** @import { CheckPageData } from '../check-page/page-data.ts' */

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
