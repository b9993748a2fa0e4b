/** scenarios/recording/har: the exchanges of a HAR file, for a scenario. Broken or too many entries refuse the file. */
import { ok, type Result, refuse } from '../../base/result.ts';
import type { ByteSource } from './byte-source.ts';
import { type HarEntries, harEntries } from './har-entries.ts';
import { exchangeOf, type HarBase, isAnswered, parseHarBase } from './har-entry.ts';
import { EXCHANGES_MAX, RECORDED_LENGTH_MAX, type RecordedExchange, weightOf } from './recorded-exchange.ts';

export type HarOptions = {
  /** Only requests below this URL are read; without it, all have to go to one origin. */
  readonly base?: string;
};

/** The exchanges of a HAR file in the order in which they began, or one line that states why there are none. */
export function readHar(source: ByteSource, options: HarOptions = {}): Result<readonly RecordedExchange[], string> {
  const har = harEntries(source);
  if (!har.ok) return har;
  const base = options.base === undefined ? onlyOrigin(har.value) : parseHarBase(options.base);
  if (!base.ok) return base;
  const exchanges: RecordedExchange[] = [];
  let weight = 0;
  for (let index = 0; index < har.value.count; index += 1) {
    const entry = har.value.entry(index);
    if (!entry.ok) return entry;
    const exchange = isAnswered(entry.value) ? exchangeOf(entry.value, base.value) : undefined;
    if (exchange === undefined) continue;
    exchanges.push(exchange);
    weight += weightOf(exchange);
    if (exchanges.length > EXCHANGES_MAX || weight > RECORDED_LENGTH_MAX) return refuse(tooMany(base.value));
  }
  if (exchanges.length === 0) return refuse(`no entry has a response from ${base.value.origin}${base.value.prefix}`);
  return ok(exchanges.toSorted((a, b) => a.at - b.at));
}

function tooMany({ origin, prefix }: HarBase): string {
  const most = `a scenario has at most ${EXCHANGES_MAX}, of ${RECORDED_LENGTH_MAX / 1e6} MB together`;
  return `the file has too many exchanges of ${origin}${prefix}: ${most}: record less`;
}

function onlyOrigin(har: HarEntries): Result<HarBase, string> {
  let first: string | undefined;
  for (let index = 0; index < har.count; index += 1) {
    const entry = har.entry(index);
    if (!entry.ok) return entry;
    const { origin } = new URL(entry.value.request.url);
    first ??= origin;
    if (origin !== first)
      return refuse(`the file has requests to ${first} and to ${origin}: pass the base URL of one of them`);
  }
  return first === undefined ? refuse('log.entries: there are no entries') : ok({ origin: first, prefix: '' });
}
