/**
 * conformance/traffic/har: the exchanges of a HAR file that can be judged, and a count of the other entries for each reason. One
 * broken entry does not spoil the file. Each entry is parsed twice, because the base and the order follow from all of them.
 */
import type { ByteSource } from '../../scenarios/recording/byte-source.ts';
import type { Exchange } from '../../scenarios/recording/exchange.ts';
import { type HarEntries, harEntries } from '../../scenarios/recording/har-entries.ts';
import {
  exchangeOf,
  type HarBase,
  type HarEntry,
  parseHarBase,
  requestOf,
} from '../../scenarios/recording/har-entry.ts';
import { ok, type Result, refuse } from '../../spec/result.ts';
import { bare } from '../../wire/message.ts';
import { matchRoute } from '../../wire/route-match.ts';
import { cut } from '../evidence/excerpt.ts';

export type RecordedTraffic = {
  /** Reads the exchanges in the order in which they began, once. A refusal ends them: there are none, or the file has changed. */
  readonly exchanges: Iterable<Result<Exchange, string>>;
  /** Number of the entries that are not judged, by reason. It is known after all exchanges were read. */
  readonly ignored: () => ReadonlyMap<string, number>;
  readonly base: string;
};

/** Reads the traffic below `base`, by default below the base under which most routes of the interface match. */
export function readTraffic(source: ByteSource, base?: string): Result<RecordedTraffic, string> {
  const har = harEntries(source);
  if (!har.ok) return har;
  const survey = surveyOf(har.value);
  const under = base === undefined ? guessedBase(survey) : parseHarBase(base);
  if (!under.ok) return under;
  const reasons = new Map<string, Reason>();
  const ignored = () => countsOf(survey, reasons);
  const exchanges = exchangesOf(har.value, survey, under.value, reasons);
  return ok({ exchanges, ignored, base: addressOf(under.value) });
}

type Survey = {
  /** The entries without defect, in the order in which they began. */
  readonly sound: readonly number[];
  readonly broken: number;
  /** The defect of the first broken entry. */
  readonly defect: string;
  readonly candidates: Candidates;
};

function surveyOf(har: HarEntries): Survey {
  const sound: number[] = [];
  const moments = new Float64Array(har.count);
  const candidates: Candidates = new Map();
  let defect = '';
  for (let index = 0; index < har.count; index += 1) {
    const entry = har.entry(index);
    if (entry.ok) {
      sound.push(index);
      moments[index] = Date.parse(entry.value.startedDateTime);
      addCandidates(candidates, entry.value);
    } else defect ||= cut(entry.refusal, 200);
  }
  const broken = har.count - sound.length;
  sound.sort((a, b) => (moments[a] ?? 0) - (moments[b] ?? 0));
  return { sound, broken, defect, candidates };
}

/** Entries that are not judged for one reason. */
type Reason = { count: number; first: number };

function* exchangesOf(
  har: HarEntries,
  survey: Survey,
  base: HarBase,
  reasons: Map<string, Reason>,
): Iterable<Result<Exchange, string>> {
  let count = 0;
  for (const index of survey.sound) {
    const entry = har.entry(index);
    if (!entry.ok) return yield refuse('the file was changed while it was read');
    const why = whyIgnored(entry.value, base);
    const exchange = why === undefined ? exchangeOf(withType(entry.value), base) : undefined;
    if (exchange !== undefined) {
      count += 1;
      yield ok(exchange);
    } else if (why !== undefined) {
      const { count, first } = reasons.get(why) ?? { count: 0, first: index };
      reasons.set(why, { count: count + 1, first: Math.min(first, index) });
    }
  }
  if (count > 0) return;
  yield refuse(`no entry below ${addressOf(base)} can be judged: ${ignoredText(countsOf(survey, reasons))}`);
}

/** Broken entries first, then the reasons in the order in which the file shows them. */
function countsOf({ broken, defect }: Survey, reasons: ReadonlyMap<string, Reason>): ReadonlyMap<string, number> {
  const others = [...reasons]
    .toSorted(([, a], [, b]) => a.first - b.first)
    .map(([why, { count }]) => [why, count] as const);
  return new Map([...(broken === 0 ? [] : [[`broken (first ${defect})`, broken] as const]), ...others]);
}

function addressOf({ origin, prefix }: HarBase): string {
  return `${origin}${prefix}`;
}

/** `3 redirects, 1 broken (...)` */
export function ignoredText(ignored: ReadonlyMap<string, number>): string {
  return [...ignored].map(([reason, count]) => `${count} ${reason}`).join(', ') || 'it has none';
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
  return isCutOff(content) ? 'with a body that the recorder cut off' : undefined;
}

function isCutOff({ text = '', encoding, size }: HarEntry['response']['content']): boolean {
  if (size === undefined) return false;
  return size > (encoding === 'base64' ? Buffer.from(text, 'base64').length : Buffer.byteLength(text));
}

/** Some recorders leave out headers, but not the type of the body. */
function withType(entry: HarEntry): HarEntry {
  const { headers, content } = entry.response;
  const { mimeType = '' } = content;
  if (mimeType === '' || headers.some(({ name }) => name.toLowerCase() === 'content-type')) return entry;
  const typed = [...headers, { name: 'content-type', value: mimeType }];
  return { ...entry, response: { ...entry.response, headers: typed } };
}

/** Deepest prefix that is guessed, in segments. */
const DEEPEST = 8;
/** Bases that are compared, and their longest length: a hostile file has one for each entry. */
const CANDIDATES_MAX = 10_000;
const BASE_LENGTH_MAX = 2_000;
/** Types of resources that a service of the interface does not have, but a page beside it. */
const OF_PAGES = /html|javascript|css|image|font|video|audio|wasm/i;

type Candidate = { readonly base: HarBase; readonly routes: Set<string>; count: number };

type Candidates = Map<string, Candidate>;

/** The base under which most routes match; the one with most requests, and then the shortest, of several. */
function guessedBase({ candidates, broken, defect }: Survey): Result<HarBase, string> {
  const [best] = [...candidates.values()].sort(
    (a, b) => b.routes.size - a.routes.size || b.count - a.count || a.base.prefix.length - b.base.prefix.length,
  );
  if (best !== undefined) return ok(best.base);
  const others = broken === 0 ? '' : ` (${broken} broken entries, first ${defect})`;
  return refuse(
    `no request matches a route of the interface${others}: record traffic of the service, or name its address with --base`,
  );
}

function addCandidates(candidates: Candidates, { request, response }: HarEntry): void {
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
