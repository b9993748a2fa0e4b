/** proof/judge/quirks/contents: generated worlds with unusual texts, ids and relations. */
import type { World, WorldComment, WorldEvent, WorldMarket } from '../../../sim/world/world.ts';
import { onRoute, quirks } from '../variant.ts';
import { recatalogued, withCatalog } from '../wrappers/changed-world.ts';
import { eventless, unknownNotFound } from './catalog.ts';
import { hugeIds } from './huge-ids.ts';

/** Letters of one, two, three and four bytes. */
const LONG = 'Regen über Zürich – 雨が降る 🌧 '.repeat(3_500).slice(0, 100_000);

function withLongTexts(world: World): World {
  const [first, ...others] = world.comments;
  const [event] = world.events;
  const made = withCatalog(world, {
    event: (own) => (own === event ? longEvent(own) : own),
    market: (own) => (own.event === event ? longMarket(own) : own),
  });
  return first === undefined ? made : { ...made, comments: [{ ...first, body: LONG }, ...others] };
}

function longEvent(event: WorldEvent): WorldEvent {
  return { ...event, own: { ...event.own, title: LONG, description: LONG } };
}

function longMarket(market: WorldMarket): WorldMarket {
  return { ...market, catalog: { ...market.catalog, question: LONG, description: LONG } };
}

const empty = { description: '', resolutionSource: '', image: '', icon: '' };
const withEmptyTexts = recatalogued({
  event: (event) => ({ ...event, own: { ...event.own, ...empty, ticker: '', title: '' } }),
  market: (market) => ({ ...market, catalog: { ...market.catalog, ...empty } }),
});

const withoutCategories = recatalogued({
  event: (event) => ({ ...event, tags: [], series: [] }),
  market: (market) => ({ ...market, tags: [] }),
});

const withEmptyCategories = recatalogued({
  event: (event) => ({
    ...event,
    tags: event.tags.map((tag) => ({ ...tag, label: '', slug: '' })),
    series: event.series.map((series) => ({ ...series, slug: '', title: '', seriesType: '', recurrence: '' })),
  }),
  market: (market) => ({ ...market, tags: market.tags.map(() => '') }),
});

function withEmptyEvents(world: World): World {
  const extra = world.events.map(
    (event): WorldEvent => ({
      ...event,
      own: { ...event.own, id: String(Number(event.own.id) + 500_000), slug: `${event.own.slug}-without-markets` },
      markets: [],
    }),
  );
  // A run guesses small ids, and comments may belong to such an event.
  const small = extra.slice(0, 5).map((event, index) => ({
    ...event,
    own: { ...event.own, id: String(index + 1), slug: `${event.own.slug}-${index}` },
  }));
  const onFirst = (comment: WorldComment): WorldComment => ({
    ...comment,
    parentEntityID: 1,
    replies: comment.replies.map(onFirst),
  });
  return { ...world, comments: world.comments.map(onFirst), events: [...small, ...world.events, ...extra] };
}

const FOREIGN = '-köln-✓';
const withForeignSlugs = recatalogued({
  event: (event) => ({ ...event, own: { ...event.own, slug: event.own.slug + FOREIGN } }),
  market: (market) => ({ ...market, catalog: { ...market.catalog, slug: market.catalog.slug + FOREIGN } }),
});

export const contentQuirks = quirks([
  ['huge-ids', 'ids are beyond 2^53', { world: {}, wrap: hugeIds }],
  ['foreign-slugs', 'slugs have letters beyond ASCII', withForeignSlugs],
  ['no-events', 'no market belongs to an event', eventless(() => true)],
  ['long-texts', 'some texts have 100 KB', { world: { remake: withLongTexts } }],
  ['empty-texts', 'descriptions, titles of events and images are empty', withEmptyTexts],
  [
    'no-categories-found',
    'no event has a tag or a series, and a filter with an unknown tag returns "not found"',
    { ...withoutCategories, wrap: onRoute('markets', unknownNotFound) },
  ],
  ['no-categories', 'no event has a tag or a series', withoutCategories],
  ['empty-categories', 'tags and series have no names', withEmptyCategories],
  ['events-without-markets', 'some events have no market', { world: { remake: withEmptyEvents } }],
]);
