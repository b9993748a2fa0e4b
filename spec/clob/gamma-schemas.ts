/** spec/clob/gamma-schemas: markets, events, tags, series and search results for clients of a catalog service. */
import { z } from 'zod';
import { CatalogEvent, EventMarket, EventSummary, Series, Tag } from '../resources/catalog-market.ts';
import { CommentPosition, CommentProfile } from '../resources/people.ts';
import { all, amount, decimalText, flag, integer, isoMoment, jsonStringArray, text } from '../resources/resource.ts';

/** A market inside an event. Prices in dollars, of the first outcome; without orders the bid is 0 and the ask 1. */
export const GammaEventMarket = EventMarket.extend({
  ...all(text, 'marketMakerAddress', 'endDateIso'),
  outcomePrices: jsonStringArray,
  ...all(decimalText, 'volume', 'liquidity'),
  ...all(amount, 'volumeNum', 'liquidityNum', 'volume24hr', 'bestBid', 'bestAsk', 'lastTradePrice', 'spread'),
  ...all(amount, 'orderPriceMinTickSize', 'orderMinSize'),
  ...all(flag, 'enableOrderBook', 'acceptingOrders', 'negRisk', 'feesEnabled'),
});
export type GammaEventMarket = z.infer<typeof GammaEventMarket>;

export const GammaMarket = GammaEventMarket.extend({
  events: z.array(z.looseObject(EventSummary.shape)),
  /** Only with `include_tag`. */
  tags: z.array(Tag).optional(),
});

const eventTotals = {
  ...all(amount, 'volume', 'volume24hr', 'liquidity'),
  ...all(flag, 'negRisk', 'enableOrderBook'),
};

export const GammaEvent = CatalogEvent.extend({ markets: z.array(GammaEventMarket), ...eventTotals });
export type GammaEvent = z.infer<typeof GammaEvent>;

export const GammaSeries = Series.extend({ events: z.array(EventSummary).optional() });

export const SearchResults = z.strictObject({
  events: z.array(GammaEvent),
  tags: z.array(z.strictObject({ id: text, label: text, slug: text, event_count: integer })),
  profiles: z.array(
    z.strictObject({
      ...all(text, 'name', 'pseudonym', 'profileImage', 'bio', 'proxyWallet'),
      displayUsernamePublic: flag,
    }),
  ),
  pagination: z.strictObject({ hasMore: flag, totalResults: integer }),
});

/** A comment as a catalog service shows it: ids of reactions are numbers, and hearts are the only kind. */
export type GammaComment = z.infer<typeof CommentFields> & { replies: GammaComment[] };

const CommentFields = z.strictObject({
  ...all(text, 'id', 'body', 'parentEntityType', 'parentCommentID', 'userAddress', 'replyAddress'),
  ...all(isoMoment, 'createdAt', 'updatedAt'),
  ...all(integer, 'parentEntityID', 'reportCount', 'reactionCount', 'replyCount'),
  profile: CommentProfile.omit({ profileImageOptimized: true }).extend({ positions: z.array(CommentPosition) }),
  reactions: z.array(
    z.strictObject({ id: text, commentID: integer, reactionType: z.literal('HEART'), userAddress: text }),
  ),
});

export const GammaComment: z.ZodType<GammaComment> = z.strictObject({
  ...CommentFields.shape,
  get replies(): z.ZodType<GammaComment[]> {
    return z.array(GammaComment);
  },
});
