/** reports/browser/clause-tree: clauses with their states. A section of the tree is filled when it is opened. */
import { hashOf } from './address.js';
import { beginning, make } from './dom.js';

/** @import { PageClause } from '../check-page/page-data.ts' */
/**
 * Without a state in reports that do not judge clauses.
 * @typedef {Omit<PageClause, 'state'> & { readonly state: PageClause['state'] | undefined }} ShownClause
 */

/** @param {readonly PageClause[]} clauses */
export function fillClauseTree(clauses) {
  for (const section of document.querySelectorAll('details[data-section]')) {
    if (!(section instanceof HTMLDetailsElement)) continue;
    section.addEventListener('toggle', () => {
      const body = section.querySelector('.section-body');
      if (!section.open || body === null || body.hasChildNodes()) return;
      body.append(clauseList(clauses.filter((clause) => clause.section === section.dataset['section'])));
    });
  }
}

/** @param {readonly ShownClause[]} clauses */
export function clauseList(clauses) {
  const rows = clauses.map(({ id, text, state, level, excluded }) =>
    make(
      'li',
      {},
      state !== undefined && make('span', { class: `state ink-${state.replace(' ', '-')}` }, state),
      make(
        'div',
        {},
        make('a', { class: 'code', href: hashOf({ filter: `clause:${id}` }) }, beginning(id)),
        level !== undefined && level !== 'MUST' && make('span', { class: 'note' }, ` ${level}`),
        make('p', {}, text ?? 'This version of Touchstone does not know the clause.'),
        excluded !== undefined && make('p', { class: 'note' }, excluded),
      ),
    ),
  );
  return make('ul', { class: 'clause-list' }, ...rows);
}
