/** backtest/data/intake: takes the rows of one source into the columns of a conversion, grouped into messages. */
import type { Capabilities } from './capabilities.ts';
import {
  type Catalog,
  type CatalogEvent,
  type CatalogMarket,
  type Origin,
  type TokenNames,
  tokenName,
} from './catalog.ts';
import { type Cell, idOf, textOf } from './cell-values.ts';
import type { DefectKind, DefectLog } from './defects.ts';
import { KIND, SIDE } from './event.ts';
import type { Rhythm } from './rhythm.ts';
import type { SortedRuns } from './sorted-runs.ts';

/** The totals to which every source of one conversion adds. */
export type Intakes = Readonly<{
  runs: SortedRuns;
  names: TokenNames;
  catalog: Catalog;
  defects: DefectLog;
  capabilities: Capabilities;
  rhythm: Rhythm;
}>;

/** The order of a message: its number in the source, above that of the source, with room for 2^32 messages. */
const SOURCE_STEP = 4_294_967_296;

export class Intake implements Origin {
  row = 0;
  readonly #into: Intakes;
  readonly source: string;
  readonly #ordinal: number;
  readonly #base: number;
  #messages = 0;
  #previous = { kind: -1, token: -1, time: -1, identity: -1 };
  #isNewestFirst: boolean | undefined;
  readonly #lastTimes = new Map<number, number>();
  #taken: number;
  #isRowLost = false;
  /** Rows that were left out. */
  lost = 0;

  constructor(into: Intakes, source: string, ordinal: number) {
    this.#into = into;
    this.source = source;
    this.#ordinal = ordinal;
    this.#base = ordinal * SOURCE_STEP;
    this.#taken = into.runs.open.length;
  }

  /** To be called before each row, with its number in the source. Rows of one line have one number. */
  beginRow(row: number): void {
    this.row = row;
    this.#isRowLost = false;
  }

  /** The number of a token. A source may state the condition id of its market beside another name. */
  token(market: string, token: string, conditionId = ''): number {
    const { names } = this.#into;
    const { statementCount } = names;
    const number = names.number(market, tokenName(market, token), this);
    if (names.statementCount > statementCount && conditionId !== '' && conditionId !== market) {
      this.market({ market, conditionId, tokens: [] });
    }
    return number;
  }

  market(facts: CatalogMarket): void {
    this.#into.catalog.add(facts, this);
  }

  marketEvent(facts: CatalogEvent): void {
    this.#into.catalog.addEvent(facts);
  }

  /** Adds an event. A value that is NaN is refused with the reason. `received` is 0 when it is unknown. */
  event(
    kind: number,
    side: number,
    token: number,
    tick: number,
    size: number,
    time: number,
    received: number,
    identity: number,
  ): void {
    if (Number.isNaN(time + tick + size)) {
      this.refuse(unparsedCell(time, tick));
      return;
    }
    const rows = this.#into.runs.open;
    const at = rows.add();
    rows.kind[at] = kind;
    rows.side[at] = side;
    rows.token[at] = token;
    rows.tick[at] = tick;
    rows.size[at] = size;
    rows.venueTime[at] = time;
    rows.receiveTime[at] = received;
    rows.identity[at] = identity;
    rows.flags[at] = 0;
    rows.row[at] = this.row;
    const market = this.#into.names.marketOf[token] ?? 0;
    this.#into.capabilities.saw(this.#ordinal, market, kind, time);
    if (kind !== KIND.trade) this.#into.rhythm.note(market, time);
  }

  /** The id of a token; undefined, and counted, when it is absent or has lost digits. */
  tokenId(cell: Cell): string | undefined {
    const id = idOf(cell);
    if (id === '') this.refuse('the token is missing');
    if (id === undefined) {
      this.lose('lost-token', 'the token is a number that has lost digits: write ids as text');
    }
    return id === '' ? undefined : id;
  }

  /** The name of a market; empty when it is absent or, which is counted, no text. */
  marketName(cell: Cell): string {
    const name = idOf(cell);
    if (name === undefined) this.lose('lost-token', 'the market is not understood: write names and ids as text');
    return name ?? '';
  }

  /** Counts a row that does not parse. */
  refuse(what: string): void {
    this.#into.defects.add('unparsable', this.source, this.row, what);
    this.#countLost();
  }

  /** Counts a value that is present and not understood. */
  lose(kind: DefectKind, what: string): void {
    this.#into.defects.add(kind, this.source, this.row, what);
  }

  /** A row is lost once, however many of its values do not parse. */
  #countLost() {
    if (!this.#isRowLost) this.lost += 1;
    this.#isRowLost = true;
  }

  side(cell: Cell): number {
    const name = textOf(cell);
    const side = SIDES_BY_NAME.get(name) ?? SIDES_BY_NAME.get(name.trim().toLowerCase());
    if (side !== undefined) return side;
    this.lose('unknown-side', `the side is "${name.slice(0, 40)}"`);
    return SIDE.unknown;
  }

  /** The side of a level, which has no place in a book without one: the row is lost. */
  levelSide(cell: Cell): number {
    const side = this.side(cell);
    if (side === SIDE.unknown) this.#countLost();
    return side;
  }

  /** To be called after each batch of rows: orders them and counts steps back in time. */
  async endBatch(): Promise<void> {
    this.#isNewestFirst ??= this.#fallsMoreThanRises();
    const rows = this.#into.runs.open;
    const sign = this.#isNewestFirst === true ? -1 : 1;
    for (let at = this.#taken; at < rows.length; at += 1) {
      const isNext = this.#beginsMessage(at);
      if (isNext) this.#messages += 1;
      rows.order[at] = this.#base + (sign < 0 ? SOURCE_STEP - this.#messages : this.#messages);
      if (isNext)
        this.#compareTime(rows.token[at] as number, rows.venueTime[at] as number, sign, rows.row[at] as number);
    }
    await this.#into.runs.makeRoom();
    this.#taken = this.#into.runs.open.length;
  }

  /** A row belongs to the message before it when token, kind, time and identity are the same. A trade stands alone. */
  #beginsMessage(at: number): boolean {
    const rows = this.#into.runs.open;
    const previous = this.#previous;
    const [kind, token] = [rows.kind[at] as number, rows.token[at] as number];
    const [time, identity] = [rows.venueTime[at] as number, rows.identity[at] as number];
    const isSame =
      previous.kind === kind && previous.token === token && previous.time === time && previous.identity === identity;
    if (!isSame) {
      previous.kind = kind;
      previous.token = token;
      previous.time = time;
      previous.identity = identity;
    }
    return !isSame || kind === KIND.trade;
  }

  #compareTime(token: number, time: number, sign: number, row: number) {
    const last = this.#lastTimes.get(token);
    if (last !== undefined && (time - last) * sign < 0) {
      this.#into.defects.add('time-backwards', this.source, row, 'the venue time is earlier than in the row before it');
    }
    this.#lastTimes.set(token, time);
  }

  /** Whether times of the same token fall more often than they rise, in the rows of the first batch. */
  #fallsMoreThanRises(): boolean | undefined {
    const rows = this.#into.runs.open;
    if (rows.length === this.#taken) return undefined;
    const last = new Map<number, number>();
    let steps = 0;
    for (let at = this.#taken; at < rows.length; at += 1) {
      const [token, time] = [rows.token[at] as number, rows.venueTime[at] as number];
      steps += Math.sign(time - (last.get(token) ?? time));
      last.set(token, time);
    }
    return steps < 0;
  }
}

function unparsedCell(time: number, tick: number): string {
  if (Number.isNaN(time)) return 'the time does not parse';
  return Number.isNaN(tick) ? 'the price is not a number from 0 to 1' : 'the size is not a number';
}

const SIDES_BY_NAME = new Map<string, number>([
  ...['buy', 'BUY', 'bid', 'b'].map((name) => [name, SIDE.buy] as const),
  ...['sell', 'SELL', 'ask', 's'].map((name) => [name, SIDE.sell] as const),
]);
