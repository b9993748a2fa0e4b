/**
 * conformance/traffic/har: the exchanges of a HAR file that can be judged, and a count of the other entries for each reason. One
 * broken entry does not spoil the file.
 */
import type { Exchange } from '../../scenarios/recording/exchange.ts';
import { parseHarEntries } from '../../scenarios/recording/har.ts';
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
  /** In the order in which they began. */
  readonly exchanges: readonly Exchange[];
  /** Number of the entries that are not judged, by reason. */
  readonly ignored: ReadonlyMap<string, number>;
  readonly base: string;
};

/** Reads the traffic below `base`, by default below the base under which most routes of the interface match. */
export function readTraffic(text: string, base?: string): Result<RecordedTraffic, string> {
  const parsed = parseHarEntries(text);
  if (!parsed.ok) return parsed;
  const ignored = new Map<string, number>();
  const ignore = (reason: string): void => void ignored.set(reason, (ignored.get(reason) ?? 0) + 1);
  const broken = parsed.value.find(({ ok: isSound }) => !isSound);
  const entries = parsed.value.flatMap((entry) => {
    if (entry.ok) return [entry.value];
    ignore(`broken (first ${broken?.ok === false ? cut(broken.refusal, 200) : ''})`);
    return [];
  });
  const under = base === undefined ? guessedBase(entries) : parseHarBase(base);
  if (!under.ok) return under;
  const exchanges = entries.flatMap((entry) => {
    const reason = whyIgnored(entry, under.value);
    if (reason !== undefined) ignore(reason);
    return reason === undefined ? (exchangeOf(withType(entry), under.value) ?? []) : [];
  });
  const address = `${under.value.origin}${under.value.prefix}`;
  if (exchanges.length === 0) return refuse(`no entry below ${address} can be judged: ${ignoredText(ignored)}`);
  return ok({ exchanges: exchanges.toSorted((a, b) => a.at - b.at), ignored, base: address });
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
/** Types of resources that a service of the interface does not have, but a page beside it. */
const OF_PAGES = /html|javascript|css|image|font|video|audio|wasm/i;

type Candidate = { readonly base: HarBase; readonly routes: Set<string>; count: number };

/** The base under which most routes match; the one with most requests, and then the shortest, of several. */
function guessedBase(entries: readonly HarEntry[]): Result<HarBase, string> {
  const candidates = new Map<string, Candidate>();
  for (const { request, response } of entries) {
    if (OF_PAGES.test(response.content.mimeType ?? '')) continue;
    const { origin, pathname } = new URL(request.url);
    const segments = pathname.split('/', DEEPEST + 1).slice(1);
    for (let depth = 0; depth < Math.min(segments.length, DEEPEST); depth += 1) {
      const prefix = segments
        .slice(0, depth)
        .map((segment) => `/${segment}`)
        .join('');
      const route = matchRoute(bare(request.method.toUpperCase(), pathname.slice(prefix.length)));
      if (route === undefined) continue;
      const key = `${origin}${prefix}`;
      const candidate = candidates.get(key) ?? { base: { origin, prefix }, routes: new Set<string>(), count: 0 };
      candidates.set(key, candidate);
      candidate.routes.add(route.id);
      candidate.count += 1;
    }
  }
  const [best] = [...candidates.values()].sort(
    (a, b) => b.routes.size - a.routes.size || b.count - a.count || a.base.prefix.length - b.base.prefix.length,
  );
  if (best !== undefined) return ok(best.base);
  return refuse(
    'no request matches a route of the interface: record traffic of the service, or name its address with --base',
  );
}
