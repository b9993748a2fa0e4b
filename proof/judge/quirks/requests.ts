/** proof/judge/quirks/requests: lawful oddities in the parameters, ids and paths that a service accepts. */

import type { Quirk } from '../quirk.ts';
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
export const requestQuirks: readonly Quirk[] = [
  {
    id: 'unknown-parameters-refused',
    title: 'a parameter that no route lists is refused everywhere',
    alternative: { decision: 'unknown-parameters', text: 'refused everywhere' },
    wrap: unknownRefused,
  },
  {
    id: 'first-of-repeated',
    title: 'the first value of a repeated scalar counts',
    alternative: { decision: 'repeated-parameters', text: 'the first counts' },
    wrap: oneCounts(0),
  },
  {
    id: 'last-of-repeated',
    title: 'the last value of a repeated scalar counts',
    alternative: { decision: 'repeated-parameters', text: 'the last counts' },
    wrap: oneCounts(-1),
  },
  {
    id: 'empty-means-empty',
    title: 'an empty text filter keeps the markets whose field is empty',
    alternative: { decision: 'empty-values', text: 'only items whose field is empty' },
    wrap: onRoute('markets', emptyMeansEmpty),
  },
  {
    id: 'empty-refused',
    title: 'an empty value is refused everywhere',
    alternative: { decision: 'empty-values', text: 'refused throughout' },
    wrap: onEach(readRoutes, emptyRefused),
  },
  {
    id: 'documented-name-wins',
    title: 'the documented one of two names of a parameter counts',
    alternative: { decision: 'alias-conflict', text: 'the documented name wins' },
    wrap: onRoute('markets', documentedWins),
  },
  {
    id: 'booleans-as-digits',
    title: 'booleans may be 1 and 0',
    alternative: { decision: 'boolean-spelling', text: '1 and 0' },
    wrap: spelled({ '1': 'true', '0': 'false' }),
  },
  {
    id: 'booleans-in-capitals',
    title: 'booleans may be in capitals',
    alternative: { decision: 'boolean-spelling', text: 'TRUE' },
    wrap: spelled({ TRUE: 'true', FALSE: 'false' }),
  },
  {
    id: 'booleans-as-yes',
    title: 'booleans may be yes and no',
    alternative: { decision: 'boolean-spelling', text: 'yes' },
    wrap: spelled({ yes: 'true', no: 'false', '': 'false' }),
  },
  {
    id: 'methods-not-found',
    title: 'an unlisted method returns 404',
    alternative: { decision: 'unlisted-routes', text: '404 for both' },
    wrap: methodsNotFound,
  },
  {
    id: 'html-for-unlisted',
    title: 'an unlisted path returns an HTML page',
    alternative: { decision: 'unlisted-routes', text: 'an HTML page' },
    wrap: htmlPage,
  },
  {
    id: 'malformed-condition-not-found',
    title: 'a malformed condition id is not found',
    alternative: { decision: 'condition-form', text: '404 for both' },
    wrap: onEach(BY_CONDITION, malformedNotFound),
  },
  {
    id: 'condition-capitals',
    title: 'a condition id in capitals is another id',
    alternative: { decision: 'condition-form', text: 'an id in capitals is another id' },
    wrap: capitalsAreOthers,
  },
  {
    id: 'malformed-entity-not-found',
    title: 'malformed ids and addresses in a path are not found',
    alternative: { decision: 'entity-forms', text: '404 for all' },
    wrap: onEach(['profile', 'comment-replies', 'event'], allNotFound),
  },
  {
    id: 'few-columns',
    title: 'order accepts only a few columns',
    alternative: { decision: 'catalog-order', text: 'a fixed list of columns' },
    wrap: onEach(['markets', 'event-creators'], fixedColumns),
  },
  {
    id: 'several-columns',
    title: 'order accepts several columns',
    alternative: { decision: 'catalog-order', text: 'several columns' },
    wrap: onEach(['markets', 'event-creators'], severalColumns),
  },
  {
    id: 'unknown-creator-refused',
    title: 'an unknown creator is refused with status 400',
    alternative: { decision: 'creator-scope', text: 'an unknown creator is refused with status 400' },
    wrap: onEach(['markets', 'market-by-slug', 'event', 'event-by-slug'], creatorRefused),
  },
  {
    id: 'creator-substring',
    title: 'creator_name and creator_handle find a part of the text',
    alternative: { decision: 'creator-match', text: 'a substring' },
    wrap: creatorsBy((text, wanted) => text.toLowerCase().includes(wanted.toLowerCase())),
  },
  {
    id: 'creator-letter-case',
    title: 'creator_name and creator_handle are case-sensitive',
    alternative: { decision: 'creator-match', text: 'letter case counts' },
    wrap: creatorsBy((text, wanted) => text === wanted),
  },
];
