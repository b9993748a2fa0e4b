/** reports/browser/matrix: prints the folded failures of a matrix unfolded. */

addEventListener('beforeprint', () => {
  for (const list of document.querySelectorAll('details')) list.open = true;
});
