/** backtest/data/catalog: facts about the markets of a recording: event, question, category, tokens with outcomes, resolution. */

export type CatalogToken = { readonly token: string; readonly outcome: string };

/** How a market was settled. */
type Resolution = {
  /** The token that pays one dollar, or undefined for a market that pays both alike. */
  readonly winner?: string;
  /** Whether the source states the outcome (`recorded`) or concluded it, for example from late prices (`inferred`). */
  readonly basis: 'recorded' | 'inferred';
  /** Unix microseconds, if the source states the moment. */
  readonly time?: number;
};

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

/** Facts that a source states about an event. A market of the event takes them over when no source states them about the market. */
export type CatalogEvent = { readonly event: string; readonly title?: string; readonly category?: string };

export class Catalog {
  private readonly markets = new Map<string, CatalogMarket>();
  private readonly events = new Map<string, CatalogEvent>();

  /** Adds what a source states about a market. Later statements replace earlier ones, tokens are joined. */
  add(stated: CatalogMarket): void {
    const known = this.markets.get(stated.market);
    if (known === undefined) {
      this.markets.set(stated.market, stated);
      return;
    }
    const tokens = new Map([...known.tokens, ...stated.tokens].map((token) => [token.token, token]));
    this.markets.set(stated.market, { ...known, ...stated, tokens: [...tokens.values()] });
  }

  addEvent(stated: CatalogEvent): void {
    this.events.set(stated.event, { ...this.events.get(stated.event), ...stated });
  }

  /** All markets by name. */
  list(): readonly CatalogMarket[] {
    return [...this.markets.values()]
      .sort((a, b) => (a.market < b.market ? -1 : a.market > b.market ? 1 : 0))
      .map((market) => this.withEvent(market));
  }

  private withEvent(market: CatalogMarket): CatalogMarket {
    const { title, category } = this.events.get(market.event ?? '') ?? {};
    return {
      ...(title === undefined ? {} : { question: title }),
      ...(category === undefined ? {} : { category }),
      ...market,
    };
  }
}
