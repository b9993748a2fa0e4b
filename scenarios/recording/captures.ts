/** scenarios/recording/captures: values of responses that later requests name: ids once, cursors before each use. */
import { parseJson } from '../../base/json.ts';
import type { RouteId } from '../../spec/route.ts';
import type { Response } from '../../wire/message.ts';
import { matchRoute } from '../../wire/route-match.ts';
import { isWrite } from './expectation-words.ts';
import { type Leaf, leavesOf } from './leaves.ts';
import type { RecordedExchange } from './recorded-exchange.ts';
import { isCursorKey, isIdShaped, isReference, isSource, type Reference, referencesIn } from './request-words.ts';
import { escaped, type Vocabulary } from './vocabulary.ts';

export type Capture = Readonly<{
  name: string;
  /** JSON pointer, or a text with an expression. */
  source: string;
  text: string;
  /** The expression that replaces the text from now on. */
  expression: string;
  /** The keys for which it does, if the text alone is ambiguous. */
  fits?: (key: string) => boolean;
}>;

type Found = Readonly<{
  reference: Reference;
  leaf: Leaf;
  from: RouteId | undefined;
  last: number;
}>;

/**
 * Captures by the place of their exchange, of texts that have no name in the vocabulary. `more`: further references of
 * the last step. `withEchoes`: ids of writes are captured, too, if later responses contain them.
 */
export function capturesOf(
  exchanges: readonly RecordedExchange[],
  vocabulary: Vocabulary,
  more: readonly Reference[],
  withEchoes: boolean,
): ReadonlyMap<number, readonly Capture[]> {
  const ofWrites = withEchoes ? exchanges.filter(writes).flatMap(idsIn) : [];
  const written = new Set(ofWrites.map(({ text }) => text));
  const all = exchanges.map((exchange, index) => {
    const references = referencesIn(exchange.request);
    const hasEchoes = written.size > 0 && !writes(exchange);
    const echoes = hasEchoes ? idsIn(exchange).filter(({ text }) => written.has(text)) : [];
    return { exchange, echoes, references: index === exchanges.length - 1 ? [...references, ...more] : references };
  });
  return named(found(all, vocabulary));
}

function writes({ request }: RecordedExchange) {
  return isWrite(matchRoute(request), request.method);
}

function idsIn({ response }: RecordedExchange): readonly Reference[] {
  return leavesOf(parseJson(response.body)).filter(({ key, text }) => isIdShaped(text) && isReference({ key, text }));
}

type Referring = {
  readonly exchange: RecordedExchange;
  readonly references: readonly Reference[];
  readonly echoes: readonly Reference[];
};
type Place = { readonly index: number; readonly rank: number; isLate: boolean };
type Search = {
  readonly vocabulary: Vocabulary;
  readonly wanted: Map<string, { readonly reference: Reference; readonly last: number }>;
  readonly chosen: Map<string, Place>;
};

/** From the last exchange to the first: the references of a request are searched in earlier responses. */
function found(all: readonly Referring[], vocabulary: Vocabulary): ReadonlyMap<number, readonly Found[]> {
  const search: Search = { vocabulary, wanted: new Map(), chosen: new Map() };
  const { wanted, chosen } = search;
  const isKnown = ({ text, key }: Reference) => vocabulary.expressionOf(text, key) !== undefined;
  const places = new Map<number, Map<string, Found>>();
  for (const [index, { exchange, references, echoes }] of [...all.entries()].reverse()) {
    // The best source of an id is a write, then a list without another id, then the nearest response before its use.
    const rank = writes(exchange) ? 0 : references.length === 0 ? 1 : 2;
    const here = sourcesIn(exchange, rank, search);
    for (const { leaf, reference } of here.values()) {
      places.get(chosen.get(leaf.text)?.index ?? -1)?.delete(leaf.text);
      if (isPassing(reference.key)) wanted.delete(leaf.text);
      else chosen.set(leaf.text, { index, rank, isLate: false });
    }
    places.set(index, here);
    for (const reference of [...references, ...echoes]) {
      const place = chosen.get(reference.text);
      if (place !== undefined) place.isLate = true;
      if (!isKnown(reference) && !wanted.has(reference.text)) wanted.set(reference.text, { reference, last: index });
    }
  }
  return new Map([...places].map(([index, here]) => [index, [...here.values()]]));
}

/** The references of later requests in this response, unless a better source is chosen; `isLate`: a use precedes it. */
function sourcesIn(
  { request, response }: RecordedExchange,
  rank: number,
  { vocabulary, wanted, chosen }: Search,
): Map<string, Found> {
  const here = new Map<string, Found>();
  if (wanted.size === 0) return here;
  const from = matchRoute(request)?.id;
  for (const leaf of leavesOfResponse(response)) {
    const want = wanted.get(leaf.text);
    if (want === undefined || here.has(leaf.text) || !isSource(leaf, from, want.reference)) continue;
    const place = chosen.get(leaf.text);
    if (place?.isLate === false && rank > 0 && rank >= place.rank) continue;
    if (leaf.pointer !== HEADER_CURSOR && vocabulary.replacesIn(leaf.pointer)) continue;
    here.set(leaf.text, { reference: want.reference, leaf, from, last: want.last });
  }
  return here;
}

/** The expression for the cursor of the latest response. */
const HEADER_CURSOR = `$\{last.headers['x-next-cursor']}`;

/** The values of a response: its body, and the cursor that some lists have in a header. */
function leavesOfResponse({ body, headers }: Response): readonly Leaf[] {
  const cursor = headers['x-next-cursor'];
  const inBody = leavesOf(parseJson(body));
  if (cursor === undefined) return inBody;
  const leaf = { pointer: HEADER_CURSOR, key: 'next_cursor', text: cursor };
  return [...inBody, { ...leaf, expression: (id: string) => id }];
}

/** Cursors and heartbeat ids are used once: the next response has another. */
function isPassing(key: string) {
  return isCursorKey(key) || key === 'heartbeat_id';
}

function named(found: ReadonlyMap<number, readonly Found[]>): ReadonlyMap<number, readonly Capture[]> {
  const takenUntil = new Map<string, number>();
  /** By base, the first number that is not taken for ever. */
  const firsts = new Map<string, number>();
  const nameFor = (base: string, at: number, last: number) => {
    for (let number = firsts.get(base) ?? 1; ; number += 1) {
      const name = number === 1 ? base : `${base}${number}`;
      const until = takenUntil.get(name) ?? 0;
      if (until === Infinity && number === (firsts.get(base) ?? 1)) firsts.set(base, number + 1);
      if (until > at) continue;
      takenUntil.set(name, last);
      return name;
    }
  };
  const captures = new Map<number, readonly Capture[]>();
  for (const [index, here] of [...found].sort(([a], [b]) => a - b)) {
    const names = new Map<string, string>();
    const list = here.map(({ reference, leaf, from, last }) => {
      const name =
        names.get(leaf.pointer) ?? nameFor(baseName(leaf, from), index, isPassing(reference.key) ? last : Infinity);
      names.set(leaf.pointer, name);
      return captureOf(name, leaf, reference);
    });
    captures.set(index, list);
  }
  return captures;
}

function captureOf(name: string, leaf: Leaf, { key, text }: Reference): Capture {
  const source = leaf.pointer === HEADER_CURSOR ? leaf.pointer : escaped(leaf.pointer);
  const capture = { name, source, text, expression: leaf.expression(name) };
  const plain = (name: string) => name.replaceAll('_', '').toLowerCase();
  return isIdShaped(text) ? capture : { ...capture, fits: (other) => plain(other) === plain(key) };
}

const WORDS: readonly (readonly [RegExp, string])[] = [
  [/cursor$/i, 'cursor'],
  [/heartbeat/i, 'heartbeat'],
  [/^clobTokenIds$/, 'tokens'],
  [/order_?id$|^canceled$/i, 'order'],
  [/token|asset/i, 'token'],
  [/^(?:market|c)$|condition/i, 'condition'],
  [/event_?slug$/i, 'eventSlug'],
  [/slug$/i, 'slug'],
  [/wallet|address|^user$/i, 'address'],
];
const ID_WORDS: Partial<Readonly<Record<RouteId, string>>> = {
  'live-orders': 'order',
  'builder-trades': 'trade',
  'comment-replies': 'comment',
  event: 'event',
  'event-by-slug': 'event',
  'event-creators': 'creator',
};

/** Names of variables before they are numbered. None of them is a name built into scenarios. */
function baseName({ key, pointer }: Leaf, from: RouteId | undefined) {
  const word = WORDS.find(([pattern]) => pattern.test(key))?.[1];
  if (word !== undefined) return word;
  if (/\/events?\/(?:\d+\/)?id$/.test(pointer)) return 'event';
  return (from === undefined ? undefined : ID_WORDS[from]) ?? 'id';
}
