/** spec/tables/catalog-routes: comments, profiles, events and creators (interface 4.18 to 4.20). */
import { commentsQuery, creator, creatorsQuery } from '../params.ts';
import { CatalogEvent, EventCreator } from '../resources/catalog-event.ts';
import { Comment } from '../resources/comment.ts';
import { PublicProfile } from '../resources/profile.ts';
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
    pathParam: { name: 'id', type: 'string', required: true, text: 'comment id' },
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
    pathParam: { name: 'user_address', type: 'address', required: true, text: 'wallet or proxy wallet' },
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
    pathParam: { name: 'id', type: 'integer', required: true, text: 'event id' },
    query: [creator],
    ok: CatalogEvent,
    errors: ['bad-request', 'not-found', 'internal'],
    limits: ['catalog-all', 'catalog-events', 'catalog-listings'],
  },
];
