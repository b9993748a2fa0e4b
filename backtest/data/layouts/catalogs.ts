/** backtest/data/layouts/catalogs: statements about markets: pages, tokens, results, labels, questions, events. */

import { isObject, type JsonObject, listAt, memberAt } from '../../../base/json.ts';
import { omitUndefined } from '../../../base/record.ts';
import { type CatalogMarket, type CatalogToken, outcomeToken, tokenName } from '../catalog.ts';
import { type Cell, idOf, isAbsent, listOf, nameOf, textOf, truthOf } from '../cell-values.ts';
import type { Intake } from '../intake.ts';
import { TimeColumn } from '../times.ts';
import { layout } from './layout.ts';

export const catalogPages = layout({
  name: 'catalog-pages',
  holds: 'pages of a catalog, each with its markets',
  required: ['markets'],
  bind: (at) => {
    const times = newItemTimes();
    return (cells, intake) => {
      const markets = cells[at.markets];
      if (!Array.isArray(markets)) return intake.refuse('the markets are not a list');
      for (const market of markets) addItem(market, times, intake);
    };
  },
});

export const catalogMarkets = layout({
  name: 'catalog-markets',
  holds: 'markets of a catalog, one a row',
  required: ['slug', 'outcomes', 'clobTokenIds'],
  optional: [
    'question',
    'category',
    'event',
    'conditionId',
    'endDate',
    'closed',
    'closedTime',
    'outcomePrices',
    'umaResolutionStatus',
  ],
  bind: (at) => {
    const times = newItemTimes();
    return (cells, intake) =>
      addItem(Object.fromEntries(Object.entries(at).map(([name, place]) => [name, cells[place]])), times, intake);
  },
});

type ItemTimes = { readonly endDate: TimeColumn; readonly closedTime: TimeColumn };

function newItemTimes(): ItemTimes {
  return { endDate: new TimeColumn(), closedTime: new TimeColumn() };
}

function addItem(value: unknown, times: ItemTimes, intake: Intake) {
  const item: JsonObject = isObject(value) ? value : {};
  const market = intake.marketName(item['slug']);
  if (market === '') return intake.refuse('a market has no slug');
  const tokens = tokensOf(market, item, intake);
  const { question, category, conditionId } = item;
  const event = item['event'] ?? memberAt(listAt(item, 'events')[0], 'slug');
  intake.market(
    omitUndefined({
      market,
      ...texts({ event, question, category, conditionId }),
      closes: closeOf(item['endDate'], times.endDate, intake),
      tokens,
      resolution: resolutionOf(item, tokens, times.closedTime, intake),
    }),
  );
}

/** A closed market at a price of exactly 1 was won by that token. Resolved at equal prices, it pays all alike. */
function resolutionOf(
  item: JsonObject,
  tokens: readonly CatalogToken[],
  times: TimeColumn,
  intake: Intake,
): CatalogMarket['resolution'] {
  const isClosed = truthOf(item['closed']);
  if (isClosed === undefined) intake.lose('lost-resolution', `closed is "${textOf(item['closed']).slice(0, 40)}"`);
  if (isClosed !== true) return undefined;
  const prices = listOf(item['outcomePrices'])?.map(Number);
  const isStated = nameOf(item['umaResolutionStatus']).toLowerCase() === 'resolved';
  const isOneWinner = prices?.filter((price) => price === 1).length === 1;
  const winner = isOneWinner ? tokens[prices.indexOf(1)]?.token : undefined;
  const time = closeOf(item['closedTime'], times, intake);
  if (winner !== undefined) return omitUndefined({ winner, basis: isStated ? 'recorded' : 'inferred', time });
  const isShared = prices !== undefined && prices.length > 1 && prices.every((price) => price === 1 / prices.length);
  if (isStated && isShared) return omitUndefined({ basis: 'recorded', time });
  if (prices === undefined || prices.some(Number.isNaN) || (isStated && prices.length > 0)) {
    intake.lose('lost-resolution', `outcomePrices is ${shown(item['outcomePrices'])}`);
  }
  return undefined;
}

function tokensOf(market: string, item: JsonObject, intake: Intake): readonly CatalogToken[] {
  const ids = listOf(item['clobTokenIds'])?.map(idOf);
  const outcomes = listOf(item['outcomes']);
  if (ids === undefined || ids.includes(undefined)) {
    intake.lose('lost-token', `clobTokenIds is ${shown(item['clobTokenIds'])}`);
    return [];
  }
  const isPaired = outcomes !== undefined && [0, ids.length].includes(outcomes.length);
  if (!isPaired && ids.length > 0) intake.lose('lost-token', `outcomes is ${shown(item['outcomes'])}`);
  return ids.flatMap((token = '', index) =>
    token === '' ? [] : { token: tokenName(market, token), outcome: nameOf(outcomes?.[index]) },
  );
}

function closeOf(cell: Cell, times: TimeColumn, intake: Intake): number | undefined {
  const closes = times.micros(cell);
  if (!Number.isNaN(closes)) return closes;
  if (!isAbsent(cell)) intake.lose('unread-value', `the close is ${shown(cell)}: ${times.fault(cell)}`);
  return undefined;
}

function shown(cell: Cell) {
  return `"${(typeof cell === 'string' ? cell : (JSON.stringify(cell) ?? '')).slice(0, 40)}"`;
}

/** The properties that are not empty, as texts. */
function texts(values: Readonly<Record<string, unknown>>): object {
  const named = Object.entries(values).map(([name, value]) => [name, nameOf(value)] as const);
  return Object.fromEntries(named.filter(([, text]) => text !== ''));
}

export const catalogTokens = layout({
  name: 'catalog-tokens',
  holds: 'tokens of markets with their outcomes',
  required: ['market_slug', 'asset_id', 'outcome_name', 'executed_at_timestamp'],
  bind: (at) => (cells, intake) => {
    const market = intake.marketName(cells[at.market_slug]);
    if (market === '') return intake.refuse('the market is missing');
    const token = intake.tokenId(cells[at.asset_id]);
    if (token === undefined) return;
    intake.market({ market, tokens: [{ token: tokenName(market, token), outcome: nameOf(cells[at.outcome_name]) }] });
  },
});

export const catalogResults = layout({
  name: 'catalog-results',
  holds: 'results of markets by ticker',
  required: ['ticker', 'result', 'settlement_value'],
  optional: ['title', 'category', 'close_time', 'event_ticker'],
  bind: (at) => {
    const times = new TimeColumn();
    return (cells, intake) => {
      const market = intake.marketName(cells[at.ticker]);
      const result = nameOf(cells[at.result]).toLowerCase();
      if (market === '') return intake.refuse('the ticker is missing');
      const isUnderstood = ['yes', 'no', ''].includes(result);
      if (!isUnderstood) intake.lose('lost-resolution', `the result is ${shown(cells[at.result])}, neither yes nor no`);
      const closes = closeOf(cells[at.close_time], times, intake);
      const isOpen = result === '';
      intake.market(
        omitUndefined({
          market,
          ...texts({ event: cells[at.event_ticker], question: cells[at.title], category: cells[at.category] }),
          // The close of a settled market is the actual one, which no participant knew before.
          closes: isOpen ? closes : undefined,
          tokens: yesAndNo(market),
          resolution: isOpen || !isUnderstood ? undefined : winnerOf(market, result === 'yes', 'recorded', closes),
        }),
      );
    };
  },
});

export const catalogLabels = layout({
  name: 'catalog-labels',
  holds: 'settled outcomes of markets',
  required: ['slug', 'y', 'source'],
  bind: (at) => (cells, intake) => {
    const market = intake.marketName(cells[at.slug]);
    if (market === '') return intake.refuse('the slug is missing');
    const isYes = truthOf(cells[at.y]);
    if (isYes === 'absent') return;
    if (isYes === undefined)
      return intake.lose('lost-resolution', `the label is ${shown(cells[at.y])}, neither 0 nor 1`);
    const basis = nameOf(cells[at.source]).toLowerCase() === 'api' ? 'recorded' : 'inferred';
    intake.market({ market, tokens: yesAndNo(market), resolution: winnerOf(market, isYes, basis) });
  },
});

export const catalogQuestions = layout({
  name: 'catalog-questions',
  holds: 'questions and categories of markets',
  required: ['slug', 'question', 'category'],
  bind: (at) => (cells, intake) => {
    const market = intake.marketName(cells[at.slug]);
    if (market === '') return intake.refuse('the slug is missing');
    intake.market({ market, ...texts({ question: cells[at.question], category: cells[at.category] }), tokens: [] });
  },
});

export const catalogEvents = layout({
  name: 'catalog-events',
  holds: 'titles and categories of events by ticker',
  required: ['event_ticker', 'title', 'category'],
  bind: (at) => (cells, intake) => {
    const event = nameOf(cells[at.event_ticker]);
    if (event === '') return intake.refuse('the event ticker is missing');
    intake.marketEvent({ event, ...texts({ title: cells[at.title], category: cells[at.category] }) });
  },
});

function yesAndNo(market: string): readonly CatalogToken[] {
  return (['Yes', 'No'] as const).map((outcome) => ({ token: outcomeToken(market, outcome), outcome }));
}

function winnerOf(
  market: string,
  isYes: boolean,
  basis: 'recorded' | 'inferred',
  time?: number,
): NonNullable<CatalogMarket['resolution']> {
  return omitUndefined({ winner: outcomeToken(market, isYes ? 'Yes' : 'No'), basis, time });
}
