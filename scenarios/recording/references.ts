/** scenarios/recording/references: parts of a request that may be from a response: ids, slugs and cursors. */

import { parseJson } from '../../base/json.ts';
import { CURSOR_END, CURSOR_START } from '../../spec/cursor.ts';
import type { RouteId } from '../../spec/route.ts';
import type { Request } from '../../wire/message.ts';
import { matchRoute } from '../../wire/route-match.ts';
import { type Leaf, leavesOf } from './leaves.ts';

export type Reference = { readonly key: string; readonly text: string };

const ID_SHAPE = /^(?:0x[0-9a-fA-F]{16,128}|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|\d{16,100})$/;
const ID_KEY = /(?:^|_)(?:ids?|slug|cursor|address|tag)$|(?:Id|ID|Slug|Cursor|Address)$/;

/** True for texts that mean the same everywhere: hashes, UUIDs, token ids. */
export function isIdShaped(text: string): boolean {
  return ID_SHAPE.test(text);
}

export function isCursorKey(key: string): boolean {
  return /cursor$/i.test(key);
}

/** Keys of path parameters whose name is only `id` or `slug`. */
const PATH_KEYS: Partial<Readonly<Record<RouteId, string>>> = {
  event: 'event_id',
  'event-by-slug': 'event_slug',
  'comment-replies': 'comment_id',
};

/** The key of the last segment of a path. */
export function pathKey(request: Request): string {
  const route = matchRoute(request);
  return route === undefined ? '' : (PATH_KEYS[route.id] ?? route.pathParam?.name ?? '');
}

export function referencesIn(request: Request): readonly Reference[] {
  const segments = request.path.split('/');
  const last = pathKey(request);
  const inPath = segments.map((text, index) => ({
    key: index === segments.length - 1 ? last : '',
    text: decoded(text),
  }));
  const inQuery = [...new URLSearchParams(request.query)].flatMap(([key, text]) =>
    [text, ...(text.includes(',') ? text.split(',') : [])].map((one) => ({ key, text: one })),
  );
  const body = typeof request.body === 'string' ? parseJson(request.body) : undefined;
  const inBody = leavesOf(body).map(({ key, text }) => ({ key, text }));
  return [...inPath, ...inQuery, ...inBody].filter(isReference);
}

export function isReference({ key, text }: Reference): boolean {
  if (text === '' || text.length > 300 || text === CURSOR_START || text === CURSOR_END) return false;
  return isIdShaped(text) || ID_KEY.test(key);
}

/** A decoded path segment; unchanged if it is malformed. */
export function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** True if a value of a response can be the source of a reference. Short texts must be of the same kind. */
export function isSource(leaf: Leaf, from: RouteId | undefined, { key, text }: Reference): boolean {
  if (isCursorKey(key) || isCursorKey(leaf.key)) return isCursorKey(key) && isCursorKey(leaf.key);
  if (isIdShaped(text)) return !/^(?:hash|timestamp|salt)$/.test(leaf.key);
  if (/slug$/i.test(key)) return /slug$/i.test(leaf.key) && isAboutEvent(leaf, from) === /event/i.test(key);
  if (/event/i.test(key)) return isAboutEvent(leaf, from) && /id$/i.test(leaf.key);
  if (/comment/i.test(key)) return from === 'comment-replies' && leaf.key === 'id';
  return leaf.key === key;
}

function isAboutEvent({ pointer, key }: Leaf, from: RouteId | undefined): boolean {
  if (/^event/i.test(key) || /\/events?\/(?:\d+\/)?[^/]+$/.test(pointer)) return true;
  return (from === 'event' || from === 'event-by-slug') && /^\/[^/]+$/.test(pointer);
}
