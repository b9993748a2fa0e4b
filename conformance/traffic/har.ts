/** conformance/traffic/har: the exchanges of a HAR file that can be judged, and a count of the others by reason. */

import { ok, type Result, refuse } from '../../base/result.ts';
import type { ByteSource } from '../../scenarios/recording/byte-source.ts';
import { type HarEntries, harEntries } from '../../scenarios/recording/har-entries.ts';
import {
  exchangeOf,
  type HarBase,
  type HarEntry,
  isMislabelled,
  parseHarBase,
  recordedBytes,
  requestOf,
} from '../../scenarios/recording/har-entry.ts';
import type { RecordedExchange } from '../../scenarios/recording/recorded-exchange.ts';
import { bare } from '../../wire/message.ts';
import { matchRoute } from '../../wire/route-match.ts';
import { cut } from '../evidence/excerpt.ts';

const DEEPEST = 8;
/** Bases that are compared, and their longest length: a hostile file has one for each entry. */
const CANDIDATES_MAX = 10_000;
const BASE_LENGTH_MAX = 2_000;
/** Types of resources that a service of the interface does not have, but a page beside it. */
const OF_PAGES = /html|javascript|css|image|font|video|audio|wasm/i;

type Candidate = { readonly base: HarBase; readonly routes: Set<string>; count: number };

type Candidates = Map<string, Candidate>;

/** The base under which most routes match; the one with most requests, and then the shortest, of several. */
function guessedBase(candidates: Candidates): HarBase | undefined {
  const [best] = [...candidates.values()].sort(
    (a, b) => b.routes.size - a.routes.size || b.count - a.count || a.base.prefix.length - b.base.prefix.length,
  );
  return best?.base;
}

/** Adds the bases under which a request matches a route. */
function addCandidates(candidates: Candidates, { request, response }: HarEntry) {
  if (OF_PAGES.test(response.content.mimeType ?? '')) return;
  const { origin, pathname } = new URL(request.url);
  const segments = pathname.split('/', DEEPEST + 1).slice(1);
  for (let depth = 0; depth < Math.min(segments.length, DEEPEST); depth += 1) {
    const prefix = segments
      .slice(0, depth)
      .map((segment) => `/${segment}`)
      .join('');
    const key = `${origin}${prefix}`;
    if (key.length > BASE_LENGTH_MAX) return;
    const route = matchRoute(bare(request.method.toUpperCase(), pathname.slice(prefix.length)));
    if (route === undefined) continue;
    const candidate = candidates.get(key) ?? { base: { origin, prefix }, routes: new Set<string>(), count: 0 };
    if (candidates.size < CANDIDATES_MAX) candidates.set(key, candidate);
    candidate.routes.add(route.id);
    candidate.count += 1;
  }
}

/** Entries with one reason. `words` are of the first one in the file. */
type Reason = { readonly count: number; readonly first: number; readonly words: string };

const BROKEN = 'broken';

class Ignored {
  /** Judged entries whose body is called base64 and is plain. */
  mislabelled = 0;
  readonly #reasons = new Map<string, Reason>();

  broken(index: number, defect: string): void {
    this.add(index, BROKEN, `broken (first ${cut(defect, 200)})`);
  }

  add(index: number, reason: string, words = reason): void {
    const known = this.#reasons.get(reason) ?? { count: 0, first: index, words };
    const { first, words: shown } = known.first <= index ? known : { first: index, words };
    this.#reasons.set(reason, { count: known.count + 1, first, words: shown });
  }

  /** `2 broken (...), 3 redirects`: broken entries first, then the reasons in the order of the file. */
  text(): string {
    const place = ([reason, { first }]: readonly [string, Reason]) => (reason === BROKEN ? -1 : first);
    const rows = [...this.#reasons].toSorted((a, b) => place(a) - place(b));
    return rows.map(([, { count, words }]) => `${count} ${words}`).join(', ');
  }
}

type RecordedTraffic = {
  /** Reads the exchanges in the order in which they began, once. A refusal ends them if there are none. */
  readonly exchanges: Iterable<Result<RecordedExchange, string>>;
  /** The entries that are not judged. All are known after all exchanges were read. */
  readonly ignored: Ignored;
  readonly base: string;
};

/** Reads the traffic below `base`, by default below the base under which most routes of the interface match. */
export function readTraffic(source: ByteSource, base?: string): Result<RecordedTraffic, string> {
  const har = harEntries(source);
  if (!har.ok) return har;
  const ignored = new Ignored();
  const { order, candidates } = survey(har.value, ignored);
  const guess = guessedBase(candidates);
  const under = base !== undefined ? parseHarBase(base) : guess === undefined ? refuse(noGuess(ignored)) : ok(guess);
  if (!under.ok) return under;
  const exchanges = exchangesOf(har.value, order, under.value, ignored);
  return ok({ exchanges, ignored, base: addressOf(under.value) });
}

/** The entries that seem sound in the order in which they began, and the bases that they suggest. */
function survey(
  har: HarEntries,
  ignored: Ignored,
): { readonly order: readonly number[]; readonly candidates: Candidates } {
  const order: number[] = [];
  const moments = new Float64Array(har.count);
  const candidates: Candidates = new Map();
  for (let index = 0; index < har.count; index += 1) {
    const entry = har.outline(index);
    if (entry.ok) {
      order.push(index);
      moments[index] = Date.parse(entry.value.startedDateTime);
      addCandidates(candidates, entry.value);
    } else ignored.broken(index, entry.refusal);
  }
  order.sort((a, b) => (moments[a] ?? 0) - (moments[b] ?? 0));
  return { order, candidates };
}

function noGuess(ignored: Ignored): string {
  const others = ignored.text() === '' ? '' : ` (${ignored.text()})`;
  return (
    `no request matches a route of the interface${others}: ` +
    'record traffic of the service, or name its address with --base'
  );
}

function* exchangesOf(
  har: HarEntries,
  order: readonly number[],
  base: HarBase,
  ignored: Ignored,
): Iterable<Result<RecordedExchange, string>> {
  let count = 0;
  for (const index of order) {
    const entry = har.entry(index);
    if (!entry.ok) {
      ignored.broken(index, entry.refusal);
      continue;
    }
    const reason = whyIgnored(entry.value, base);
    const exchange = reason === undefined ? exchangeOf(withType(entry.value), base) : undefined;
    if (reason !== undefined) ignored.add(index, reason);
    if (exchange === undefined) continue;
    count += 1;
    if (isMislabelled(entry.value.response.content)) ignored.mislabelled += 1;
    yield ok(exchange);
  }
  if (count === 0) yield refuse(`no entry below ${addressOf(base)} can be judged: ${ignored.text() || 'it has none'}`);
}

function addressOf({ origin, prefix }: HarBase) {
  return `${origin}${prefix}`;
}

/** Why an entry is not judged; undefined for one that is. */
function whyIgnored(entry: HarEntry, base: HarBase): string | undefined {
  const { method, url } = entry.request;
  const { status, content } = entry.response;
  if (/^wss?:/i.test(url) || status === 101) return 'WebSocket';
  if (method.toUpperCase() === 'OPTIONS') return 'OPTIONS';
  const request = requestOf(entry, base);
  if (request === undefined) return 'to other addresses';
  if (matchRoute(request) === undefined) return 'on no route of the interface';
  if (status < 100) return 'without a response';
  if (status >= 300 && status < 400) return 'redirects';
  if (content.text === undefined) return content.size === 0 ? undefined : 'without a recorded body';
  return content.size !== undefined && content.size > recordedBytes(content).length
    ? 'with a body that the recorder cut off'
    : undefined;
}

/** Some recorders leave out headers, but not the type of the body. */
function withType(entry: HarEntry): HarEntry {
  const { headers, content } = entry.response;
  const { mimeType = '' } = content;
  if (mimeType === '' || headers.some(({ name }) => name.toLowerCase() === 'content-type')) return entry;
  const typed = [...headers, { name: 'content-type', value: mimeType }];
  return { ...entry, response: { ...entry.response, headers: typed } };
}
