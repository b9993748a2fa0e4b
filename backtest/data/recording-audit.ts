/** backtest/data/recording-audit: the second pass, in order of time: drops duplicates, audits every market. */

import { getOrAdd } from '../../base/record.ts';
import type { TokenNames } from './catalog.ts';
import { type Coverage, CoverageCount } from './coverage.ts';
import type { DefectKind, DefectLog } from './defects.ts';
import { DOLLAR, FLAG, KIND } from './event.ts';
import { EventColumns } from './event-columns.ts';
import { type AuditSink, derivedFlags, MarketAudit, type Place, placeOf } from './market-audit.ts';
import type { Rhythm } from './rhythm.ts';

export type AuditOptions = Readonly<{
  names: TokenNames;
  defects: DefectLog;
  /** The names of the sources by their numbers, which `order` holds. */
  sources: readonly string[];
  rhythm: Rhythm;
  /** By market: since when the recording can have its trades; Infinity for never. */
  tradesFrom: readonly number[];
}>;

const SOURCE_STEP = 4_294_967_296;

export class RecordingAudit implements AuditSink {
  /** The rows of the recording since the caller emptied it. */
  readonly out = new EventColumns(1 << 14);
  readonly #coverage: CoverageCount;
  readonly #options: AuditOptions;
  readonly #message = new EventColumns(64);
  readonly #duplicates = new Duplicates();
  readonly #markets = new Map<number, MarketAudit>();

  constructor(options: AuditOptions) {
    this.#options = options;
    this.#coverage = new CoverageCount(options.names, options.rhythm);
  }

  /** Adds the rows of a block, which may end inside of a message. */
  add(block: EventColumns): void {
    for (let index = 0; index < block.length; index += 1) {
      if (this.#beginsMessage(block, index)) this.#endMessage();
      if (this.#duplicates.isRepeated(block, index)) this.found('duplicate', placeOf(block, index));
      else this.#message.copy(block, index);
    }
  }

  /** Ends the last message. */
  end(): void {
    this.#endMessage();
    for (const audit of this.#markets.values()) audit.endInstant();
  }

  /** The times and markets of the recording, and the kinds of rows that it can contain for each market. */
  coverageOf(): Coverage {
    return this.#coverage.result((market) => {
      const from = this.#options.tradesFrom[market] ?? Infinity;
      return { tradesFrom: from === Infinity ? -1 : from };
    });
  }

  found(kind: DefectKind, { token, order, row }: Place): void {
    const { sources, defects, names } = this.#options;
    const market = names.markets[names.marketOf[token] ?? 0] ?? '';
    defects.add(kind, sources[Math.floor(order / SOURCE_STEP)] ?? '', row, `market ${market}`);
  }

  derived(rows: EventColumns, index: number, kind: number, side: number, tick: number, size: number): void {
    const at = this.#emit(rows, index, derivedFlags(kind));
    this.out.kind[at] = kind;
    this.out.side[at] = side;
    this.out.tick[at] = tick;
    this.out.size[at] = size;
    this.#coverage.add(this.out, at);
  }

  #beginsMessage(block: EventColumns, index: number): boolean {
    const message = this.#message;
    return message.length > 0 && message.order[0] !== block.order[index];
  }

  #endMessage() {
    const message = this.#message;
    if (message.length === 0) return;
    const market = this.#marketOf(message.token[0] as number);
    market.message(message);
    const common = message.kind[0] === KIND.trade ? market.trades.flagsOf(message, 0) : 0;
    for (let index = 0; index < message.length; index += 1) {
      const first = index === 0 ? FLAG.first : 0;
      const last = index === message.length - 1 ? FLAG.last : 0;
      this.#coverage.add(this.out, this.#emit(message, index, first | last | common));
    }
    message.length = 0;
  }

  #emit(rows: EventColumns, index: number, flags: number): number {
    this.out.copy(rows, index);
    this.out.flags[this.out.length - 1] = flags;
    return this.out.length - 1;
  }

  #marketOf(token: number): MarketAudit {
    const { names, tradesFrom, rhythm } = this.#options;
    const market = names.marketOf[token] ?? 0;
    const make = () => new MarketAudit(rhythm.gapOf(market), tradesFrom[market] ?? Infinity, this);
    return getOrAdd(this.#markets, market, make);
  }
}

type Recent = { time: number; readonly rows: Map<number, number[]> };

class Duplicates {
  readonly #recent = new Map<number, Recent>();

  /** Whether the row came before. Rows have to be requested in order of time. */
  isRepeated(rows: EventColumns, index: number): boolean {
    const { rows: seen } = this.#of(rows.token[index] as number, rows.venueTime[index] as number);
    const key =
      ((rows.kind[index] as number) * 4 + (rows.side[index] as number)) * (DOLLAR + 1) + (rows.tick[index] as number);
    const [size, identity] = [rows.size[index] as number, rows.identity[index] as number];
    const same = seen.get(key);
    if (same === undefined) {
      seen.set(key, [size, identity]);
      return false;
    }
    for (let at = 0; at < same.length; at += 2) if (same[at] === size && same[at + 1] === identity) return true;
    same.push(size, identity);
    return false;
  }

  #of(token: number, time: number): Recent {
    const recent = getOrAdd(this.#recent, token, () => ({ time, rows: new Map<number, number[]>() }));
    if (recent.time !== time) {
      recent.time = time;
      if (recent.rows.size > 0) recent.rows.clear();
    }
    return recent;
  }
}
