/** reports/browser/tables: a click on a heading sorts its table, a second one reverses it. Unknown values stay last. */

/** Puts a button into each heading of the sortable tables. */
export function makeTablesSortable() {
  for (const table of document.querySelectorAll('table[data-sortable]')) {
    for (const heading of table.querySelectorAll('thead th')) {
      const button = document.createElement('button');
      button.type = 'button';
      button.append(...heading.childNodes);
      button.addEventListener('click', () => sortBy(/** @type {HTMLTableCellElement} */ (heading)));
      heading.append(button);
    }
  }
}

/** @param {HTMLTableCellElement} heading */
function sortBy(heading) {
  const body = heading.closest('table')?.tBodies[0];
  if (body === undefined) return;
  // Numbers are most often read from the largest down.
  const usual = heading.classList.contains('number') ? 'descending' : 'ascending';
  const other = usual === 'ascending' ? 'descending' : 'ascending';
  const order = heading.getAttribute('aria-sort') === usual ? other : usual;
  for (const each of heading.parentElement?.children ?? []) each.removeAttribute('aria-sort');
  heading.setAttribute('aria-sort', order);
  const rows = [...body.rows].map((row) => ({ row, key: keyOf(row.cells[heading.cellIndex]) }));
  rows.sort((a, b) => compared(a.key, b.key, order === 'ascending' ? 1 : -1));
  body.append(...rows.map(({ row }) => row));
}

/**
 * @param {HTMLTableCellElement | undefined} cell
 * @returns {number | string | undefined}
 */
function keyOf(cell) {
  const value = cell?.dataset['value'];
  if (value === undefined) return cell?.textContent ?? '';
  return value === '' ? undefined : Number(value);
}

/**
 * @param {number | string | undefined} a
 * @param {number | string | undefined} b
 * @param {1 | -1} direction
 */
function compared(a, b, direction) {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  if (a === b) return 0;
  return a < b ? -direction : direction;
}
