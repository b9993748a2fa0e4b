/** backtest/data/catalog: the markets of a recording: their facts, and their tokens by number. */

/** The place of a statement in the input. */
export type Origin = { readonly source: string; readonly row: number };

/** A source named the market of a token. */
type NameStatement = Origin & { readonly token: string; readonly market: string };

/** A token of a recording and the number of its market. */
export type RecordedToken = { readonly token: string; readonly market: number };

const OUTCOME_WORD = /^(?:(yes)|no)$/i;

/** The name of a token if the venue has none. */
export function outcomeToken(market: string, outcome: 'Yes' | 'No'): string {
  return `${market}:${outcome}`;
}

/** The name of a token that a source may call by its outcome alone, which many markets have. */
export function tokenName(market: string, token: string): string {
  if (token.length > 3 || token === market) return token;
  const word = OUTCOME_WORD.exec(token);
  return word === null ? token : outcomeToken(market, word[1] === undefined ? 'No' : 'Yes');
}

export class TokenNames {
  readonly markets: string[] = [];
  readonly tokens: string[] = [];
  readonly marketOf: number[] = [];
  readonly tokensOf: number[][] = [];
  readonly #stated = new Map<string, NameStatement>();
  /** By token: the name of its market that was stated last. */
  readonly #lastMarket: string[] = [];
  readonly #marketNumbers = new Map<string, number>();
  readonly #tokenNumbers = new Map<string, number>();

  /** The number of a token. One that is new belongs to `market`; another name of its market is noted. */
  number(market: string, token: string, origin: Origin): number {
    const known = this.#tokenNumbers.get(token);
    if (known !== undefined && this.#lastMarket[known] === market) return known;
    const number = known ?? this.#add(market, token);
    const statement = { token: this.tokens[number] as string, market: detached(market) };
    this.#lastMarket[number] = statement.market;
    const key = `${number} ${statement.market}`;
    if (!this.#stated.has(key)) this.#stated.set(key, { ...statement, source: origin.source, row: origin.row });
    return number;
  }

  /** Each pair of a token and a name of its market, with the row that stated it first. */
  get statements(): Iterable<NameStatement> {
    return this.#stated.values();
  }

  get statementCount(): number {
    return this.#stated.size;
  }

  has(token: string): boolean {
    return this.#tokenNumbers.has(token);
  }

  #add(market: string, token: string): number {
    const number = this.tokens.length;
    const marketNumber = this.#marketNumber(market);
    const name = detached(token);
    this.#tokenNumbers.set(name, number);
    this.tokens.push(name);
    this.marketOf.push(marketNumber);
    this.tokensOf[marketNumber]?.push(number);
    return number;
  }

  #marketNumber(market: string): number {
    const known = this.#marketNumbers.get(market);
    if (known !== undefined) return known;
    const number = this.markets.length;
    const name = detached(market);
    this.#marketNumbers.set(name, number);
    this.markets.push(name);
    this.tokensOf.push([]);
    return number;
  }
}

/** A copy, because a text that was cut out of a block of a file would keep the whole block in memory. */
function detached(text: string) {
  return Buffer.from(text, 'utf8').toString('utf8');
}

export type CatalogToken = { readonly token: string; readonly outcome: string };

export type CatalogMarket = Readonly<{
  /** The name in the `market` column. */
  market: string;
  /** The event it belongs to: markets of one event have the same name here. */
  event?: string;
  question?: string;
  category?: string;
  conditionId?: string;
  /** Unix microseconds. */
  closes?: number;
  tokens: readonly CatalogToken[];
  resolution?: Resolution;
}>;

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
