/** sim/world/recorded/market-shape: the fields read from a recorded market and its event; missing texts are "". */
import { z } from 'zod';
import { momentMs } from '../../../base/iso-moment.ts';
import { CONDITION_ID } from '../../../spec/params.ts';
import { all, parseJsonStringArray } from '../../../spec/resources/resource.ts';
import { isoText } from '../world.ts';

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');

/** Ids are digits, as text or as a number. */
const digits = z.union([z.string().regex(/^\d{1,15}$/), z.int().min(0).transform(String)], {
  error: 'must be a number of at most 15 digits',
});

const flag = (missing: boolean) =>
  z
    .boolean()
    .nullish()
    .transform((value) => value ?? missing);

/** A number, as such or as text, within bounds; absent if it is missing. */
const decimal = (min: number, max: number) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^\d{1,15}(\.\d{1,20})?$/)
          .transform(Number),
        z.null(),
      ],
      {
        error: 'must be a number, as such or as text',
      },
    )
    .optional()
    .transform((value) => value ?? undefined)
    .refine((value) => value === undefined || (value >= min && value <= max), `must be between ${min} and ${max}`);

const price = decimal(0, 1);
const dollars = decimal(0, 1e12);
/** Seconds an order waits: a whole number, at most an hour. */
const delay = decimal(0, 3_600).refine((value) => value === undefined || Number.isInteger(value), 'must be whole');

/** A JSON array of texts inside a text. */
const texts = z.string().transform((value, context) => {
  const items = parseJsonStringArray(value);
  if (items !== undefined) return items;
  context.addIssue({ code: 'custom', message: 'must be a JSON array of strings in a string' });
  return z.NEVER;
});

const RecordedTag = z.object({
  id: digits,
  ...all(text, 'label', 'slug', 'createdAt', 'updatedAt'),
  requiresTranslation: flag(false),
});

const pictured = { image: text, icon: text };
const dated = { createdAt: text, updatedAt: text };
const stated = { active: flag(true), closed: flag(false), archived: flag(false) };

const RecordedSeries = z.object({
  id: digits,
  ...all(text, 'ticker', 'slug', 'title', 'seriesType', 'recurrence'),
  ...pictured,
  ...stated,
  ...dated,
});

export const RecordedEvent = z.object({
  id: digits,
  ticker: text,
  slug: z.string().min(1, 'must not be empty'),
  ...all(text, 'title', 'description', 'resolutionSource', 'startDate', 'creationDate', 'endDate'),
  ...pictured,
  ...stated,
  ...dated,
  tags: z.array(RecordedTag).nullish(),
  series: z.array(RecordedSeries).nullish(),
});
export type RecordedEvent = z.infer<typeof RecordedEvent>;

const RecordedReward = z.object({ assetAddress: text, rewardsDailyRate: dollars });

export const RecordedMarket = z
  .object({
    id: digits,
    question: z.string(),
    conditionId: z.string().regex(CONDITION_ID, 'must be 0x and 64 hexadecimal digits'),
    questionID: text,
    slug: z.string().min(1, 'must not be empty'),
    description: text,
    resolutionSource: text,
    startDate: text,
    endDate: text,
    ...pictured,
    ...stated,
    ...dated,
    outcomes: texts,
    clobTokenIds: texts,
    /** Parsed separately, because some pages have a list of another length. */
    outcomePrices: text,
    enableOrderBook: flag(true),
    acceptingOrders: flag(true),
    acceptingOrdersTimestamp: text,
    orderPriceMinTickSize: decimal(0.0001, 0.5),
    orderMinSize: decimal(0.01, 1e6),
    liquidityNum: dollars,
    bestBid: price,
    bestAsk: price,
    lastTradePrice: price,
    secondsDelay: delay,
    gameStartTime: text,
    negRisk: flag(false),
    negRiskMarketID: text,
    negRiskRequestID: text,
    rewardsMinSize: dollars,
    rewardsMaxSpread: dollars,
    clobRewards: z.array(RecordedReward).nullish(),
    events: z.array(RecordedEvent).nullish(),
  })
  .superRefine((market, context) => {
    const say = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    if (market.outcomes.length !== 2) say('outcomes', `must name two outcomes, not ${market.outcomes.length}`);
    else if (new Set(market.outcomes).size < 2 || market.outcomes.includes('')) {
      say('outcomes', 'must name two outcomes that differ');
    }
    if (market.clobTokenIds.length !== market.outcomes.length) {
      say('clobTokenIds', `must name a token for each outcome, not ${market.clobTokenIds.length}`);
    }
    if (market.clobTokenIds.some((id) => !/^\d{1,78}$/.test(id))) say('clobTokenIds', 'must be decimal token ids');
  });
export type RecordedMarket = z.infer<typeof RecordedMarket>;

/** `field` is relative to the market: `events[0].endDate`. */
export type Warn = (field: string, what: string) => void;

/** The moment in UTC to the millisecond; `missing` for a text that is no moment. */
export function momentText(text: string, field: string, warn: Warn, missing = ''): string {
  if (text === '') return missing;
  const ms = momentMs(text);
  if (ms !== undefined) return isoText(ms);
  warn(
    field,
    `${JSON.stringify(text.slice(0, 40))} is no ISO 8601 moment; ${missing === '' ? 'left out' : 'replaced'}`,
  );
  return missing;
}

export function urlOrEmpty(text: string, field: string, warn: Warn): string {
  if (text === '' || URL.canParse(text)) return text;
  warn(field, 'is no absolute URL; left out');
  return '';
}
