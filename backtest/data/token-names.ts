/** backtest/data/token-names: the markets and tokens of a recording by number, in order of their first appearance. */

export class TokenNames {
  readonly markets: string[] = [];
  readonly tokens: string[] = [];
  /** The market of each token. */
  readonly marketOf: number[] = [];
  /** The tokens of each market. */
  readonly tokensOf: number[][] = [];
  private readonly marketNumbers = new Map<string, number>();
  private readonly tokenNumbers = new Map<string, number>();

  /** The number of a token. One that is new belongs to `market`. */
  number(market: string, token: string): number {
    const known = this.tokenNumbers.get(token);
    if (known !== undefined) return known;
    const number = this.tokens.length;
    const marketNumber = this.marketNumber(market);
    const name = detached(token);
    this.tokenNumbers.set(name, number);
    this.tokens.push(name);
    this.marketOf.push(marketNumber);
    this.tokensOf[marketNumber]?.push(number);
    return number;
  }

  private marketNumber(market: string): number {
    const known = this.marketNumbers.get(market);
    if (known !== undefined) return known;
    const number = this.markets.length;
    const name = detached(market);
    this.marketNumbers.set(name, number);
    this.markets.push(name);
    this.tokensOf.push([]);
    return number;
  }
}

/** A copy, because a text that was cut out of a block of a file would keep the whole block in memory. */
function detached(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}
