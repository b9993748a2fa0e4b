/** reports/browser/price-panel: the chart of one market with own orders and fills, and the card of a selected fill. */
import { drawChart } from './charts.js';
import { drawMarks, fillAt } from './price-marks.js';

/** @import { ChartFill, MarketChart, PageData } from '../tearsheet/page-data.ts' */

/** @typedef {{ market: MarketChart, drawn: ReturnType<typeof drawChart>, index: number }} Shown */

/** @param {PageData} data */
export function showPricePanel({ markets, factNames }) {
  const panel = document.getElementById('price-panel');
  const host = panel?.querySelector('.plot');
  const choice = panel?.querySelector('select');
  const title = panel?.querySelector('figcaption');
  const card = panel?.querySelector('.card');
  if (!(panel && host instanceof HTMLElement && choice && title && card instanceof HTMLElement)) return;

  /** @type {Shown | undefined} */
  let shown;

  /** @param {number} which */
  const showMarket = (which) => {
    const market = markets[which];
    if (market === undefined) return;
    shown?.drawn.remove();
    choice.value = String(which);
    title.textContent = market.title;
    const hooks = { draw: [() => shown && drawMarks(shown.drawn.plot, shown.market, market.fills[shown.index])] };
    const alsoShow = market.fills.map(({ at, price }) => ({ at, value: price }));
    const drawn = drawChart(host, market.chart, { hooks, alsoShow });
    shown = { market, drawn, index: -1 };
    listenForClicks(shown, select);
    select(-1);
  };

  /** @param {number} index */
  function select(index) {
    if (shown === undefined) return;
    const { market, drawn } = shown;
    shown.index = index;
    const fill = market.fills[index];
    if (fill !== undefined) bringIntoView(drawn.plot, fill);
    drawn.plot.redraw(false);
    fillCard(/** @type {HTMLElement} */ (card), fill, factNames, market.fills.length);
  }

  /** @param {number} step */
  const move = (step) => {
    if (shown === undefined || shown.market.fills.length === 0) return;
    const last = shown.market.fills.length - 1;
    select(shown.index < 0 && step < 0 ? last : Math.min(last, Math.max(0, shown.index + step)));
  };

  choice.addEventListener('change', () => showMarket(Number(choice.value)));
  listenForSteps(panel, host, move);
  linkRows(markets, (which, index) => {
    showMarket(which);
    select(index);
    panel.scrollIntoView();
    host.focus({ preventScroll: true });
  });
  showMarket(0);
}

/**
 * @param {Shown} shown
 * @param {(index: number) => void} select
 */
function listenForClicks({ market, drawn: { plot } }, select) {
  let pressedAt = 0;
  plot.over.addEventListener('mousedown', (event) => {
    pressedAt = event.clientX;
  });
  plot.over.addEventListener('click', (event) => {
    // The end of a drag, which zooms, is a click as well.
    if (Math.abs(event.clientX - pressedAt) > 3) return;
    const { left, top } = plot.over.getBoundingClientRect();
    const index = fillAt(plot, market.fills, event.clientX - left, event.clientY - top);
    if (index >= 0) select(index);
  });
}

/**
 * @param {HTMLElement} panel
 * @param {HTMLElement} host
 * @param {(step: number) => void} move
 */
function listenForSteps(panel, host, move) {
  for (const button of panel.querySelectorAll('button[data-step]')) {
    button.addEventListener('click', () => move(Number(/** @type {HTMLElement} */ (button).dataset['step'])));
  }
  host.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    move(step);
  });
}

/**
 * Moves the zoomed stretch of time so that the fill lies in its middle.
 * @param {Shown['drawn']['plot']} plot
 * @param {ChartFill} fill
 */
function bringIntoView(plot, { at }) {
  const { min, max } = plot.scales['x'] ?? {};
  if (min === undefined || max === undefined || min === null || max === null) return;
  if (at >= min && at <= max) return;
  plot.setScale('x', { min: at - (max - min) / 2, max: at + (max - min) / 2 });
}

/**
 * @param {HTMLElement} card
 * @param {ChartFill | undefined} fill
 * @param {readonly string[]} names
 * @param {number} count
 */
function fillCard(card, fill, names, count) {
  if (fill === undefined) {
    card.replaceChildren(paragraph(count === 0 ? 'No fills in this market.' : HINT, 'note'));
    return;
  }
  const list = document.createElement('dl');
  for (const [index, name] of names.entries()) {
    const [row, term, value] = [element('div', ''), element('dt', name), element('dd', fill.facts[index] ?? '')];
    row.className = 'card-row';
    row.append(term, value);
    list.append(row);
  }
  card.replaceChildren(element('h3', fill.title), paragraph(fill.why, 'why'), list);
}

const HINT = 'Select a fill to see why it filled: click its mark, or step with the buttons or the arrow keys.';

/**
 * @param {string} name
 * @param {string} text
 */
function element(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

/**
 * @param {string} text
 * @param {string} look
 */
function paragraph(text, look) {
  const made = element('p', text);
  made.className = look;
  return made;
}

/**
 * Numbers of fills in tables become buttons that show the fill in its chart.
 * @param {readonly MarketChart[]} markets
 * @param {(market: number, index: number) => void} show
 */
function linkRows(markets, show) {
  /** @type {Map<number, [market: number, index: number]>} */
  const places = new Map();
  for (const [which, { fills }] of markets.entries()) {
    for (const [index, { number }] of fills.entries()) places.set(number, [which, index]);
  }
  for (const place of document.querySelectorAll('[data-fill]')) {
    const found = places.get(Number(/** @type {HTMLElement} */ (place).dataset['fill']));
    if (found === undefined) continue;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'link';
    button.title = 'Show in the chart';
    button.append(...place.childNodes);
    button.addEventListener('click', () => show(...found));
    place.append(button);
  }
}
