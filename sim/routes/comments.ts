/** sim/routes/comments: `GET /comments/{id}` (4.18): direct replies, oldest first, each with its own replies nested. */
import { error, okJson, type RouteFunction } from './call.ts';

export const commentRepliesRoute: RouteFunction = ({ catalogue }, { params, pathValue }) => {
  const comment = catalogue.commentById(pathValue);
  if (comment === undefined) return error('not-found', `comment with id ${JSON.stringify(pathValue)} not found`);
  const start = Number(params['offset']);
  return okJson(JSON.stringify(comment.replies.slice(start, start + Number(params['limit']))));
};
