/** sim/clob/gamma/people: comments as clients read them, profiles, and whether the contract of a wallet exists. */
import { momentMs } from '../../../base/iso-moment.ts';
import { CATALOG_LIMIT_MAX } from '../../../spec/clob/gamma-routes.ts';
import type { GammaComment } from '../../../spec/clob/gamma-schemas.ts';
import type { Comment } from '../../../spec/resources/people.ts';
import { commentRecord } from '../../catalog/trading-records.ts';
import type { ParamValues } from '../../query.ts';
import { notFound, okJson, okValue, type RouteFunctions } from '../../routes/call.ts';
import type { Service } from '../../service.ts';
import type { WorldComment } from '../../world/world.ts';

/** Clients know one kind of reaction, and pictures of another form. */
function clientForm({ profile, reactions, replies, ...own }: Comment): GammaComment {
  const { profileImageOptimized: _, ...author } = profile;
  return {
    ...own,
    profile: author,
    reactions: reactions.map(({ id, commentID, userAddress }) => ({
      id: String(id),
      commentID: Number(commentID),
      reactionType: 'HEART',
      userAddress: String(userAddress),
    })),
    replies: replies.map(clientForm),
  };
}

function pageText({ world, catalog }: Service, all: readonly WorldComment[], { limit, offset }: ParamValues) {
  const start = Number(offset);
  const page = all.slice(start, start + Math.min(Number(limit), CATALOG_LIMIT_MAX));
  return JSON.stringify(page.map((comment) => clientForm(commentRecord(world.venue, catalog, comment))));
}

function momentOf({ createdAt }: WorldComment) {
  return momentMs(createdAt) ?? 0;
}

export const PEOPLE_FUNCTIONS: RouteFunctions = {
  'P/comments': (service, { params }) => {
    const { parent_entity_type: type, parent_entity_id: id, ascending } = params;
    const roots = service.world.comments
      .filter(({ parentEntityType, parentEntityID }) => {
        return (type === undefined || parentEntityType === type) && (id === undefined || parentEntityID === id);
      })
      .sort((a, b) => momentOf(a) - momentOf(b) || Number(a.id) - Number(b.id));
    return okJson(pageText(service, ascending === true ? roots : roots.reverse(), params));
  },
  /** Oldest first. */
  'P/comment-replies': (service, { params, pathValue }) => {
    const comment = service.catalog.commentById(pathValue);
    if (comment === undefined) return notFound(`comment ${JSON.stringify(pathValue)} not found`);
    return okJson(pageText(service, comment.replies, params));
  },
  'P/public-profile': ({ catalog }, { params }) => {
    const profile = catalog.accountByAddress(String(params['address']))?.profile;
    return profile === undefined ? notFound('profile not found') : okValue(profile);
  },
  'P/deployed': () => okJson('{"deployed":true}'),
};
