/** reports/browser/long-list: a list that shows a few hundred rows, and more on demand, at no cost in time. */
import { make } from './dom.js';

/** Rows that are added at a time. */
const SLICE = 200;

/**
 * Replaces the content of `host`.
 * @template Row
 * @param {HTMLElement} host
 * @param {{ rows: readonly Row[], look: string, makeRow: (row: Row) => HTMLElement, label: string }} list
 */
export function showLongList(host, { rows, look, makeRow, label }) {
  const list = make('ol', { class: look, 'aria-label': label });
  const more = make('button', { type: 'button', class: 'more on-screen' });
  let shown = 0;
  const add = () => {
    const slice = rows.slice(shown, shown + SLICE).map(makeRow);
    list.append(...slice);
    shown += slice.length;
    const left = rows.length - shown;
    more.hidden = left === 0;
    more.textContent = `Show ${Math.min(SLICE, left)} more of ${left.toLocaleString('en-US')}`;
    return slice[0];
  };
  more.addEventListener('click', () => add()?.querySelector('a')?.focus());
  add();
  host.replaceChildren(list, more);
}

/**
 * The arrow keys move between the rows of a list, and from its filter to the first row.
 * @param {HTMLElement} host
 */
export function moveByArrows(host) {
  host.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || !(event.target instanceof HTMLElement)) return;
    if (!event.target.matches('input, .rows a')) return;
    /** @type {HTMLElement[]} */
    const stops = [...host.querySelectorAll('input, .rows a')].filter((one) => one instanceof HTMLElement);
    const next = stops[stops.indexOf(event.target) + step];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  });
}
