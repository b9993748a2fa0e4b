/** proof/judge/quirks/requests: lawful oddities in the parameters, ids and paths that a service accepts. */

import { type Quirk, quirks } from '../quirk.ts';
import { onRoute } from '../variant.ts';
import { onEach } from '../wrappers/oddities.ts';
import {
  allNotFound,
  BY_CONDITION,
  capitalsAreOthers,
  creatorRefused,
  creatorsBy,
  documentedWins,
  emptyMeansEmpty,
  emptyRefused,
  fixedColumns,
  htmlPage,
  malformedNotFound,
  methodsNotFound,
  oneCounts,
  readRoutes,
  severalColumns,
  spelled,
  unknownRefused,
} from './request-oddities.ts';
export const requestQuirks: readonly Quirk[] = quirks([
  ['unknown-parameters-refused', 'D/unknown-parameters: refused everywhere', unknownRefused],
  ['first-of-repeated', 'D/repeated-parameters: the first counts', oneCounts(0)],
  ['last-of-repeated', 'D/repeated-parameters: the last counts', oneCounts(-1)],
  ['empty-means-empty', 'D/empty-values: only items whose field is empty', onRoute('markets', emptyMeansEmpty)],
  ['empty-refused', 'D/empty-values: refused throughout', onEach(readRoutes, emptyRefused)],
  ['documented-name-wins', 'D/alias-conflict: the documented name wins', onRoute('markets', documentedWins)],
  ['booleans-as-digits', 'D/boolean-spelling: 1 and 0', spelled({ '1': 'true', '0': 'false' })],
  ['booleans-in-capitals', 'D/boolean-spelling: TRUE', spelled({ TRUE: 'true', FALSE: 'false' })],
  ['booleans-as-yes', 'D/boolean-spelling: yes', spelled({ yes: 'true', no: 'false', '': 'false' })],
  ['methods-not-found', 'D/unlisted-routes: 404 for both', methodsNotFound],
  ['html-for-unlisted', 'D/unlisted-routes: an HTML page', htmlPage],
  ['malformed-condition-not-found', 'D/condition-form: 404 for both', onEach(BY_CONDITION, malformedNotFound)],
  ['condition-capitals', 'D/condition-form: an id in capitals is another id', capitalsAreOthers],
  [
    'malformed-entity-not-found',
    'D/entity-forms: 404 for all',
    onEach(['profile', 'comment-replies', 'event'], allNotFound),
  ],
  ['few-columns', 'D/catalog-order: a fixed list of columns', onEach(['markets', 'event-creators'], fixedColumns)],
  ['several-columns', 'D/catalog-order: several columns', onEach(['markets', 'event-creators'], severalColumns)],
  [
    'unknown-creator-refused',
    'D/creator-scope: an unknown creator is refused with status 400',
    onEach(['markets', 'market-by-slug', 'event', 'event-by-slug'], creatorRefused),
  ],
  [
    'creator-substring',
    'D/creator-match: a substring',
    creatorsBy((text, wanted) => text.toLowerCase().includes(wanted.toLowerCase())),
  ],
  ['creator-letter-case', 'D/creator-match: letter case counts', creatorsBy((text, wanted) => text === wanted)],
]);
