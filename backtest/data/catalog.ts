/** backtest/data/catalog: facts about the markets of a recording: event, question, category, tokens, resolution. */
import type { Origin } from './token-names.ts';

export type CatalogToken = { readonly token: string; readonly outcome: string };

export type CatalogMarket = {
  /** The name in the `market` column. */
  readonly market: string;
  /** The event it belongs to: markets of one event have the same name here. */
  readonly event?: string;
  readonly question?: string;
  readonly category?: string;
  readonly conditionId?: string;
  /** Unix microseconds. */
  readonly closes?: number;
  readonly tokens: readonly CatalogToken[];
  readonly resolution?: Resolution;
};

/** Facts that a source states about an event, for its markets of which no source states them. */
export type CatalogEvent = { readonly event: string; readonly title?: string; readonly category?: string };

export type CatalogStatement = { readonly stated: CatalogMarket; readonly origin: Origin };

export class Catalog {
  readonly #markets = new Map<string, CatalogStatement>();
  readonly #resolutions = new Map<string, CatalogStatement>();
  readonly #events = new Map<string, CatalogEvent>();

  /** Adds facts about a market, which a row of a source states. Later facts replace earlier ones, tokens are joined. */
  add({ resolution, ...stated }: CatalogMarket, { source, row }: Origin): void {
    const origin = { source, row };
    const known = this.#markets.get(stated.market)?.stated;
    const tokens = new Map([...(known?.tokens ?? []), ...stated.tokens].map((token) => [token.token, token]));
    this.#markets.set(stated.market, { stated: { ...known, ...stated, tokens: [...tokens.values()] }, origin });
    if (resolution === undefined) return;
    const key = JSON.stringify([stated.market, resolution]);
    this.#resolutions.set(key, { stated: { market: stated.market, tokens: [], resolution }, origin });
  }

  addEvent(stated: CatalogEvent): void {
    this.#events.set(stated.event, { ...this.#events.get(stated.event), ...stated });
  }

  /** The facts of all markets, then their resolutions, which sources may state differently. */
  statements(): readonly CatalogStatement[] {
    return [...this.#markets.values(), ...this.#resolutions.values()];
  }

  withEvent(market: CatalogMarket): CatalogMarket {
    const { title, category } = this.#events.get(market.event ?? '') ?? {};
    return { ...(title !== undefined && { question: title }), ...(category !== undefined && { category }), ...market };
  }
}

type Resolution = {
  /** The token that pays one dollar, or undefined for a market that pays both alike. */
  readonly winner?: string;
  /** Whether the source states the outcome (`recorded`) or concluded it, for example from late prices (`inferred`). */
  readonly basis: 'recorded' | 'inferred';
  /** Unix microseconds, if the source states the moment. */
  readonly time?: number;
};

/** One resolution from two statements, a recorded one before an inferred one; undefined if they contradict. */
export function joinedResolution(known: Resolution | undefined, stated: Resolution): Resolution | undefined {
  if (known === undefined) return stated;
  const [first, second] = known.basis === 'inferred' ? [stated, known] : [known, stated];
  if (first.winner !== second.winner) return first.basis === second.basis ? undefined : first;
  const time = first.time ?? second.time;
  return time === undefined ? first : { ...first, time };
}
