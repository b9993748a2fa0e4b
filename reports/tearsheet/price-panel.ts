/** reports/tearsheet/price-panel: the chart of one market with own orders, the choice of it, a card of a fill. */
import { type Html, html } from '../page/html.ts';
import { count } from '../page/numbers.ts';
import type { MarketChart } from './page-data.ts';

export function pricePanel(markets: readonly MarketChart[], all: number): Html {
  if (markets.length === 0) return html`<p class="empty">The strategy traded and forecast no market.</p>`;
  return html`<div id="price-panel">
<div class="controls on-screen">
<label>Market <select>${markets.map(
    ({ title, fillCount }, index) => html`<option value="${index}">${title} (${fills(fillCount)})</option>`,
  )}</select></label>
<span class="buttons"><button type="button" data-step="-1">Previous fill</button>
<button type="button" data-step="1">Next fill</button></span>
</div>
<div class="beside">
<figure class="chart">
<figcaption class="in-print"></figcaption>
<p class="readout" data-readout="price"></p>
<div class="plot" data-chart="price" data-height="340" role="group" tabindex="0" \
aria-label="Prices with own orders and fills. The arrow keys step through the fills; \
the card after the chart describes each."></div>
<p class="note marks"><span class="buy">▲</span> buys of the first outcome, sales of the second ·
<span class="sell">▼</span> the opposite · solid: maker · hollow: taker · lines: resting orders</p>
<p class="note on-screen">Drag to zoom, double-click to see everything.</p>
</figure>
<div class="card" aria-live="polite"></div>
</div>
${thinnedNote(markets, all)}
</div>`;
}

const fills = (number: number): string => `${count(number)} ${number === 1 ? 'fill' : 'fills'}`;

function thinnedNote(markets: readonly MarketChart[], all: number): Html | undefined {
  const drawn = markets.reduce((sum, market) => sum + market.fills.length, 0);
  const existing = markets.reduce((sum, market) => sum + market.fillCount, 0);
  const notes = [
    ...(markets.length < all
      ? [`Charts show the ${count(markets.length)} markets with most fills, of ${count(all)}.`]
      : []),
    ...(drawn < existing ? [`${count(drawn)} of ${count(existing)} fills are drawn, evenly spread.`] : []),
  ];
  return notes.length === 0 ? undefined : html`<p class="note">${notes.join(' ')}</p>`;
}
