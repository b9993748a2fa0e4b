/** backtest/data/token-names: the markets and tokens of a recording by number, in order of their first appearance. */

/** The place of a statement in the input. */
export type Origin = { readonly source: string; readonly row: number };

/** A source named the market of a token. */
export type NameStatement = Origin & { readonly token: string; readonly market: string };

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
function detached(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}
