/** backtest/data/market-groups: the names and tokens of one market. Two names of one form are two markets. */
type Form = 'text' | 'condition' | 'number';

/** The forms in the order in which they name a market. */
const FORMS: readonly Form[] = ['text', 'condition', 'number'];

export class MarketGroups {
  readonly #parents = new Map<string, string>();
  readonly #names = new Map<string, Partial<Record<Form, string>>>();
  readonly #isToken: (name: string) => boolean;

  /** `isToken`: whether a name is that of a token, after which a source without markets calls the market. */
  constructor(isToken: (name: string) => boolean) {
    this.#isToken = isToken;
  }

  /** Joins two markets by any of their names. Returns the names that make them two markets, if there are any. */
  joinMarkets(one: string, other: string): readonly [string, string] | undefined {
    return this.#join(this.ofMarket(one), this.ofMarket(other));
  }

  joinToken(market: string, token: string): readonly [string, string] | undefined {
    return this.#join(this.ofMarket(market), this.ofToken(token));
  }

  /** The group of a market, an opaque text. */
  ofMarket(name: string): string {
    const form = this.#isToken(name) ? undefined : formOf(name);
    const member =
      form === undefined ? tokenMember(name) : `market ${form === 'condition' ? name.toLowerCase() : name}`;
    if (form !== undefined && !this.#parents.has(member)) this.#names.set(member, { [form]: name });
    return this.#root(member);
  }

  ofToken(token: string): string {
    return this.#root(tokenMember(token));
  }

  /** The name by which a recording calls the group: undefined for one that has only names of tokens. */
  nameOf(group: string): string | undefined {
    const names = this.#names.get(group) ?? {};
    return FORMS.map((form) => names[form]).find((name) => name !== undefined);
  }

  #join(one: string, other: string): readonly [string, string] | undefined {
    if (one === other) return undefined;
    const [names, others] = [this.#names.get(one) ?? {}, this.#names.get(other) ?? {}];
    for (const form of FORMS) {
      const [name, otherName] = [names[form], others[form]];
      if (name !== undefined && otherName !== undefined) return [name, otherName];
    }
    this.#parents.set(other, one);
    this.#names.set(one, { ...names, ...others });
    return undefined;
  }

  #root(member: string): string {
    let parent = this.#parents.get(member);
    if (parent === undefined) {
      this.#parents.set(member, member);
      return member;
    }
    let root = member;
    for (; parent !== root; parent = this.#parents.get(root) ?? root) root = parent;
    this.#parents.set(member, root);
    return root;
  }
}

function tokenMember(token: string) {
  return `token ${token}`;
}

function formOf(name: string): Form {
  if (/^0x[0-9a-f]+$/i.test(name)) return 'condition';
  return /^\d+$/.test(name) ? 'number' : 'text';
}
