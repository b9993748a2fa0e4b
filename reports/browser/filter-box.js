/** reports/browser/filter-box: the box for the filter of a list, with examples of its language. */
import { make } from './dom.js';

/**
 * @param {string} id
 * @param {string} label
 * @param {readonly string[]} examples
 * @param {(filter: string) => void} onType
 */
export function filterBox(id, label, examples, onType) {
  const input = make('input', {
    id,
    type: 'search',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: examples.slice(0, 3).join('  '),
  });
  input.addEventListener('input', () => onType(input.value));
  const help = make(
    'details',
    { class: 'filter-help' },
    make('summary', {}, 'Filter language'),
    make('p', {}, 'Words and conditions that all have to match. Commas separate alternatives, a minus sign excludes.'),
    make('ul', {}, ...examples.map((example) => make('li', {}, make('code', {}, example)))),
  );
  const box = make(
    'div',
    { class: 'filter on-screen', role: 'search', 'aria-label': label },
    make('label', { for: id }, label),
    input,
    help,
  );
  /** @param {string} filter */
  const setText = (filter) => {
    // An assignment would move the caret while the user types.
    if (input.value !== filter) input.value = filter;
  };
  return { box, setText };
}
