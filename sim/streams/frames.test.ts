/** sim/streams/frames.test: messages rebuild books, depend on the log alone, and fit the public client. */
import { MarketEventSchema, UserEventSchema } from '@polymarket/bindings/subscriptions';
import fc from 'fast-check';
import seedrandom from 'seedrandom';
import { describe, expect, it } from 'vitest';
import { formatPrice, PRICE_ONE } from '../../base/units.ts';
import { GENES, rulesFrom } from '../../model/commands.ts';
import type { RecordedService } from '../clob/trading/records.ts';
import { createBookClient } from './fixtures/book-client.ts';
import { play, type Sent, sentBy, streamedVenue } from './fixtures/streamed-venue.ts';
import { MARKET_EVENTS, type USER_EVENTS } from './frame.ts';

const gene = fc.array(fc.nat(), { minLength: GENES, maxLength: GENES });
const genes = fc.array(gene, { maxLength: 120, size: 'max' });

function drawn(seed: string, length: number): number[][] {
  const random = seedrandom(seed);
  return Array.from({ length }, () => Array.from({ length: GENES }, () => random.int32() >>> 1));
}

/** The cards of all tokens whose markets are listed. */
function cardsOf({ world, views }: RecordedService) {
  return world.markets
    .filter(({ index }) => world.venue.market(index) !== undefined)
    .flatMap(({ index }) => [views.tokens.card(index, 0), views.tokens.card(index, 1)]);
}

describe('a client that keeps books from the messages', () => {
  const follow = (mode: readonly number[], steps: readonly (readonly number[])[]): void => {
    const streamed = streamedVenue(rulesFrom(mode));
    const { service, frames } = streamed;
    const client = createBookClient();
    const subscribed = new Set<string>();
    const subscribe = (): void => {
      for (const { tokenId } of cardsOf(service)) {
        if (!subscribed.has(tokenId)) client.read(frames.book(tokenId) ?? '');
        subscribed.add(tokenId);
      }
    };
    play(streamed, steps, () => {
      for (const { channel, text } of sentBy(streamed)) if (channel === 'market') client.read(text);
      // A market that was listed meanwhile.
      subscribe();
      for (const card of cardsOf(service)) {
        expect(client.book(card.tokenId)).toBe(service.views.books.text(card));
        expect(client.best(card.tokenId)).toEqual(bestOf(service, card.market.index, card.outcome));
      }
    });
  };
  const bestOf = ({ world: { venue } }: RecordedService, market: number, outcome: 0 | 1): [string, string] => {
    const bid = venue.bids(market, outcome)[0]?.price ?? 0;
    return [formatPrice(bid), formatPrice(venue.asks(market, outcome)[0]?.price ?? PRICE_ONE)];
  };

  it('has the text of POST /books after every command of any run', () => {
    fc.assert(fc.property(gene, genes, follow), { numRuns: 20, seed: 20_26 });
  });

  it.each(['oldest', 'both', 'decrement', 'newest'])('has it in a long run, %s', (seed) => {
    follow([['newest', 'oldest', 'both', 'decrement'].indexOf(seed), 1], drawn(seed, 500));
  });
});

describe('messages', () => {
  it('are equal whether the log is read after each command or at the end', () => {
    fc.assert(
      fc.property(gene, genes, (mode, steps) => {
        const each = streamedVenue(rulesFrom(mode));
        const sent: Sent[] = [];
        play(each, steps, () => sent.push(...sentBy(each)));
        const once = streamedVenue(rulesFrom(mode));
        play(once, steps, () => undefined);
        expect(sentBy(once)).toEqual(sent);
      }),
      { numRuns: 15, seed: 20_26 },
    );
  });

  it('have the fields of the reference, in the types of the client, and all kinds occur', () => {
    const seen = new Set<string>();
    for (const [mode, seed] of ['one', 'two', 'three', 'four'].entries()) {
      const streamed = streamedVenue(rulesFrom([mode, mode]));
      play(streamed, drawn(seed, 400), () => undefined);
      for (const { event, channel, text } of sentBy(streamed)) {
        const message = JSON.parse(text);
        const schema = channel === 'market' ? MarketEventSchema : UserEventSchema;
        const { error } = schema.safeParse(message);
        expect(error, text).toBeUndefined();
        expect(message.event_type).toBe(event);
        expect(Object.keys(message), text).toEqual(expect.arrayContaining([...FIELDS[event]]));
        expect(textsOf(message), text).toEqual([]);
        seen.add(`${event} ${message.type ?? ''} ${message.status ?? ''} ${message.trader_side ?? ''}`.trim());
      }
    }
    const trades = ['MATCHED', 'MINED', 'CONFIRMED', 'RETRYING', 'FAILED'].flatMap((status) =>
      ['TAKER', 'MAKER'].map((side) => `trade TRADE ${status} ${side}`),
    );
    const orders = ['PLACEMENT LIVE', 'PLACEMENT DELAYED', 'UPDATE LIVE', 'UPDATE MATCHED', 'CANCELLATION CANCELED'];
    expect([...seen].sort()).toEqual([...MARKET_EVENTS, ...trades, ...orders.map((name) => `order ${name}`)].sort());
  });
});

const BOOK = ['market', 'asset_id', 'timestamp', 'hash', 'bids', 'asks', 'min_order_size', 'tick_size', 'neg_risk'];
const FIELDS: Readonly<Record<(typeof MARKET_EVENTS)[number] | (typeof USER_EVENTS)[number], readonly string[]>> = {
  book: [...BOOK, 'last_trade_price'],
  price_change: ['market', 'timestamp', 'price_changes'],
  last_trade_price: ['market', 'asset_id', 'price', 'size', 'side', 'fee_rate_bps', 'timestamp', 'transaction_hash'],
  tick_size_change: ['market', 'asset_id', 'old_tick_size', 'new_tick_size', 'timestamp'],
  best_bid_ask: ['market', 'asset_id', 'best_bid', 'best_ask', 'spread', 'timestamp'],
  new_market: ['id', 'question', 'market', 'slug', 'assets_ids', 'outcomes', 'timestamp'],
  market_resolved: ['id', 'market', 'assets_ids', 'winning_asset_id', 'winning_outcome', 'timestamp'],
  order: [
    'id',
    'owner',
    'order_owner',
    'market',
    'asset_id',
    'side',
    'original_size',
    'size_matched',
    'price',
    'outcome',
    'associate_trades',
    'created_at',
    'expiration',
    'order_type',
    'status',
    'maker_address',
    'timestamp',
  ],
  trade: [
    'id',
    'taker_order_id',
    'market',
    'asset_id',
    'side',
    'size',
    'price',
    'fee_rate_bps',
    'status',
    'match_time',
    'last_update',
    'outcome',
    'owner',
    'trade_owner',
    'maker_address',
    'transaction_hash',
    'bucket_index',
    'trader_side',
    'maker_orders',
    'timestamp',
  ],
};

/** Fields that are numbers: the client expects texts everywhere else. */
const NUMBERS = ['bucket_index', 'outcome_index'];

function textsOf(message: unknown, name = ''): readonly string[] {
  if (typeof message === 'number') return NUMBERS.includes(name) ? [] : [name];
  if (typeof message !== 'object' || message === null) return [];
  return Object.entries(message).flatMap(([key, value]) => textsOf(value, Number(key) >= 0 ? name : key));
}
