/** sim/routes/comments: `GET /comments/{id}` (4.18): direct replies, oldest first, each with its own replies nested. */
import { commentRecord } from '../catalog/comment-records.ts';
import { error, okJson, type RouteFunction } from './call.ts';

export const commentRepliesRoute: RouteFunction = ({ catalog, world }, { params, pathValue }) => {
  const comment = catalog.commentById(pathValue);
  if (comment === undefined) return error('not-found', `comment with id ${JSON.stringify(pathValue)} not found`);
  const start = Number(params['offset']);
  const page = comment.replies.slice(start, start + Number(params['limit']));
  return okJson(JSON.stringify(page.map((reply) => commentRecord(world.venue, catalog, reply))));
};
