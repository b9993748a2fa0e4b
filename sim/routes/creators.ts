/** sim/routes/creators: `GET /events/creators` (4.20). */
import { CREATOR_COLUMNS, creatorPage } from '../catalog/creator-list.ts';
import { error, okJson, type RouteFunction } from './call.ts';

/** An `order` that is no column of a creator is a bad request. */
export const eventCreatorsRoute: RouteFunction = ({ world }, { params }) => {
  const page = creatorPage(world, params);
  if (page !== undefined) return okJson(JSON.stringify(page));
  return error('bad-request', `order must be one of ${CREATOR_COLUMNS.join(', ')}`);
};
