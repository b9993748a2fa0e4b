/** spec/tables/catalog-routes: comments, profiles, events and creators (interface 4.18 to 4.20). */
import { addressParam, commentsQuery, creator, creatorsQuery, integerParam, stringParam } from '../params.ts';
import { CatalogEvent, EventCreator } from '../resources/catalog-market.ts';
import { Comment, PublicProfile } from '../resources/people.ts';
import type { Route } from '../route.ts';
import { arrayOf, catalog, slug } from './family-rows.ts';

export const catalogRoutes: readonly Route[] = [
  {
    ...catalog,
    id: 'comment-replies',
    path: '/comments/{id}',
    section: '4.18',
    purpose: 'replies of a comment',
    subject: 'comment',
    pathParam: stringParam('id', 'comment id', { required: true }),
    query: commentsQuery,
    ...arrayOf(Comment),
    errors: ['bad-request', 'not-found', 'internal'],
    limits: ['catalog-all'],
  },
  {
    ...catalog,
    id: 'profile',
    path: '/profiles/user_address/{user_address}',
    section: '4.19',
    purpose: 'public profile of a wallet',
    subject: 'profile',
    pathParam: addressParam('user_address', 'wallet or proxy wallet', { required: true }),
    ok: PublicProfile,
    errors: ['bad-request', 'not-found', 'internal'],
    limits: ['catalog-all'],
  },
  {
    ...catalog,
    id: 'event-creators',
    path: '/events/creators',
    section: '4.20',
    purpose: 'event creators',
    query: creatorsQuery,
    ...arrayOf(EventCreator),
    errors: ['bad-request', 'internal'],
    limits: ['catalog-all', 'catalog-events', 'catalog-listings'],
  },
  {
    ...catalog,
    id: 'event-by-slug',
    path: '/events/slug/{slug}',
    section: '4.20',
    purpose: 'event by slug',
    subject: 'event-slug',
    pathParam: slug,
    query: [creator],
    ok: CatalogEvent,
    errors: ['not-found', 'internal'],
    limits: ['catalog-all', 'catalog-events', 'catalog-listings'],
  },
  {
    ...catalog,
    id: 'event',
    path: '/events/{id}',
    section: '4.20',
    purpose: 'event by numeric id',
    subject: 'event',
    pathParam: integerParam('id', 'event id', { required: true }),
    query: [creator],
    ok: CatalogEvent,
    errors: ['bad-request', 'not-found', 'internal'],
    limits: ['catalog-all', 'catalog-events', 'catalog-listings'],
  },
];
