/** reports/page/chart: charts over time: the data that the browser draws, and its place in the page. */
import { type Content, type Html, html } from './html.ts';

export type ChartUnit = 'dollars' | 'price' | 'percent' | 'milliseconds';

export type ChartSeries = {
  readonly label: string;
  /** One for each time; null if unknown. */
  readonly values: readonly (number | null)[];
  /**
   * `line`: what the chart is about; `ink` beside coloured marks. `quiet`: for comparison. `area`: filled down from
   * zero. `edge`: the space to the next edge is filled. `points`: without a line.
   */
  readonly look: 'line' | 'ink' | 'quiet' | 'area' | 'edge' | 'points';
};

export type ChartData = Readonly<{
  unit: ChartUnit;
  /** `elapsed`: times are seconds since the start of a run. */
  clock?: 'elapsed';
  /** Unix seconds, ascending. */
  times: readonly number[];
  series: readonly ChartSeries[];
}>;

export type ChartPlace = Readonly<{
  /** The key of its `ChartData` in the data of the page. */
  chart: string;
  title: string;
  /** The chart in words, for readers who do not see it. */
  summary: string;
  height: number;
  note?: Content;
}>;

export function chartPlace({ chart, title, summary, height, note }: ChartPlace): Html {
  return html`<figure class="chart">
<figcaption>${title}</figcaption>
<p class="readout" data-readout="${chart}"></p>
<div class="plot" data-chart="${chart}" data-height="${height}" role="img" aria-label="${summary}"></div>
${note !== undefined && html`<p class="note">${note}</p>`}
</figure>`;
}
