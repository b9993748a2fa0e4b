/** sim/world/recorded/pages: finds markets in recorded documents: a page `{markets: [...]}`, an array, or one. */
import { momentMs } from '../../../base/iso-moment.ts';
import { isObject } from '../../../base/json.ts';
import { WorldError } from '../world-error.ts';
import type { Document } from './source.ts';

/** A market, and its place for error messages: `pages.jsonl:12: markets[3]`. */
export type FoundMarket = { readonly at: string; readonly value: unknown };

export type FoundPages = {
  readonly markets: readonly FoundMarket[];
  /** The latest valid `run_ts`, milliseconds, if there is one. */
  readonly recordedMs: number | undefined;
  /** Warnings about ignored values. */
  readonly warnings: readonly string[];
};

/** Every market in order of the file. Throws `WorldError` for a document of an unknown shape. */
export function findMarkets(documents: readonly Document[]): FoundPages {
  let recordedMs: number | undefined;
  const warnings: string[] = [];
  const markets = documents.flatMap(({ at, value }) => {
    if (Array.isArray(value)) return value.map((item: unknown, index) => ({ at: `${at}: [${index}]`, value: item }));
    if (!isObject(value)) throw new WorldError(`${at}: must be a page with markets, a market, or an array of markets`);
    if (!('markets' in value)) return [{ at: `${at}: market`, value }];
    const { markets: items, run_ts: runTs } = value;
    if (!Array.isArray(items)) throw new WorldError(`${at}: markets: must be an array of markets`);
    const moment = typeof runTs === 'string' ? momentMs(runTs) : undefined;
    if (moment !== undefined) recordedMs = Math.max(recordedMs ?? moment, moment);
    else if (runTs !== undefined && runTs !== null) warnings.push(`${at}: run_ts: no moment, left out`);
    return items.map((item: unknown, index) => ({ at: `${at}: markets[${index}]`, value: item }));
  });
  return { markets, recordedMs, warnings };
}
