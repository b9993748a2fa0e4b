/** reports/page/chart: charts over time: the data that the browser draws, and its place in the page. */
import { type Content, type Html, html } from './html.ts';

export type ChartUnit = 'dollars' | 'price' | 'percent';

export type ChartSeries = {
  readonly label: string;
  /** One for each time; null if unknown. */
  readonly values: readonly (number | null)[];
  /** `line`: what the chart is about; `ink` beside coloured marks. `quiet`: for comparison. `area`: filled down from zero. `edge`: the space to the next edge is filled. */
  readonly look: 'line' | 'ink' | 'quiet' | 'area' | 'edge';
};

export type ChartData = {
  readonly unit: ChartUnit;
  /** Unix seconds, ascending. */
  readonly times: readonly number[];
  readonly series: readonly ChartSeries[];
};

export type ChartPlace = {
  /** The key of its `ChartData` in the data of the page. */
  readonly chart: string;
  readonly title: string;
  /** The chart in words, for readers who do not see it. */
  readonly summary: string;
  readonly height: number;
  readonly note?: Content;
};

export function chartPlace({ chart, title, summary, height, note }: ChartPlace): Html {
  return html`<figure class="chart">
<figcaption>${title}</figcaption>
<p class="readout" data-readout="${chart}"></p>
<div class="plot" data-chart="${chart}" data-height="${height}" role="img" aria-label="${summary}"></div>
${note !== undefined && html`<p class="note">${note}</p>`}
</figure>`;
}
