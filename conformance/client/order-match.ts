/** conformance/client/order-match: orders of a run among requests and live orders, doubtful ones apart. */

import { momentMs } from '../../base/iso-moment.ts';
import { flagAt, type JsonObject, numberAt, objectAt, parseJson, textAt, textOrEmpty } from '../../base/json.ts';
import { MICRO } from '../../base/units.ts';
import { authHeader } from '../../wire/auth-headers.ts';
import { isSuccess, type Request, type Response } from '../../wire/message.ts';

/** An order that is sent: its wallet in lower case, and terms by which it can be found without an id. */
type Placing = {
  readonly wallet: string;
  readonly type: string;
  readonly order: Readonly<Record<string, string>>;
};

/** The fate of an order by its response. An accepted order may lack an id. */
type Fate = { readonly accepted: boolean; readonly id?: string | undefined };

const TERMS = ['tokenId', 'conditionId', 'side', 'makerAmount', 'takerAmount', 'salt', 'expiration'];
/** Tolerant, because checks send malformed orders on purpose. */
const LONGEST = 200;
const LONGEST_ID = 2_000;

const brief = (value: unknown) => String(value).slice(0, LONGEST);

/** The orders of a request, with their places in the response: one, or the batch of a profile. */
export function placingsIn(request: Request): readonly (readonly [place: number, Placing])[] {
  const { method, path, body } = request;
  if (method !== 'POST' || typeof body !== 'string' || (path !== '/order' && path !== '/orders')) return [];
  const json = parseJson(body);
  const bodies: readonly unknown[] = path === '/orders' && Array.isArray(json) ? json : [json];
  return bodies.flatMap((one, place) => {
    const order = objectAt(one, 'order');
    return order === undefined ? [] : [[place, placingOf(request, one, order)] as const];
  });
}

function placingOf(request: Request, body: unknown, order: JsonObject): Placing {
  const wallet = authHeader(request, 'ADDRESS') ?? textAt(order, 'maker') ?? '';
  const terms = TERMS.flatMap((name) => (order[name] === undefined ? [] : [[name, brief(order[name])]]));
  // The service clock in milliseconds, if the run knows it.
  const seconds = Number(authHeader(request, 'TIMESTAMP'));
  const timestamp = Number.isFinite(seconds) ? String(seconds * 1_000) : brief(order['timestamp']);
  return {
    wallet: brief(wallet).toLowerCase(),
    type: brief(textAt(body, 'orderType')),
    order: { ...Object.fromEntries(terms), timestamp },
  };
}

/** The fate of an order; undefined if unknown, since a service or gateway may fail after it was placed. */
export function fateOf(place: number, { status }: Pick<Response, 'status'>, json: unknown): Fate | undefined {
  const reply: unknown = Array.isArray(json) ? json[place] : json;
  const id = textAt(reply, 'orderID') || undefined;
  if (id === undefined && status >= 500) return undefined;
  const accepted = isSuccess({ status }) && flagAt(reply, 'success') !== false;
  return { accepted, ...(id === undefined ? {} : { id: id.slice(0, LONGEST_ID) }) };
}

/** Orders of one wallet that may rest. */
export type Placed = {
  readonly ids: Set<string>;
  /** Sent orders that were accepted without an id, or whose fate is unknown. */
  readonly unnamed: Set<unknown>;
};

/** Adds an order to its wallet (in lower case) unless it was refused. `fate` is undefined if unknown. */
export function notePlaced(
  byWallet: Map<string, Placed>,
  address: string,
  order: unknown,
  fate: Fate | undefined,
): void {
  if (fate?.accepted === false && fate.id === undefined) return;
  const placed = byWallet.get(address) ?? { ids: new Set(), unnamed: new Set() };
  byWallet.set(address, placed);
  if (fate?.id === undefined) placed.unnamed.add(order);
  else placed.ids.add(fate.id);
}

/** Ids of live orders: those of the run, and those with the terms of one that may belong to another client. */
type Matched = { readonly certain: readonly string[]; readonly doubtful: readonly JsonObject[] };

/** Half of the finest price. */
const HALF_UNIT = 0.000_05;
/** Longest time from the sending of an order to its entry, by the service clock. */
const ENTRY_MS = 120_000;
/** The service clock is known to the second only. */
const SECOND_MS = 1_000;

export function matchLive(rows: readonly JsonObject[], { ids, unnamed }: Placed): Matched {
  const certain = rows.map(idOf).filter((id) => ids.has(id));
  const doubtful = new Set<JsonObject>();
  const others = rows.filter((row) => idOf(row) !== '' && !ids.has(idOf(row)));
  for (const orders of Map.groupBy(unnamed, termsOf).values()) {
    const alike = others.filter((row) => hasTerms(row, orders[0]));
    const timely = alike.filter((row) => orders.some((order) => isTimely(latenessOf(row, order))));
    const undated = alike.filter((row) => orders.some((order) => Number.isNaN(latenessOf(row, order))));
    // With more rows than orders, some rows belong to another client, and nothing shows which.
    const isClear = timely.length <= orders.length;
    if (isClear) certain.push(...timely.map(idOf));
    for (const row of isClear ? undated.filter((one) => !timely.includes(one)) : [...timely, ...undated])
      doubtful.add(row);
  }
  return { certain, doubtful: [...doubtful] };
}

export const idOf = (row: JsonObject): string => textOrEmpty(row, 'id');

const sharesOf = (order: unknown) =>
  Number(textAt(order, textAt(order, 'side') === 'BUY' ? 'takerAmount' : 'makerAmount'));
const cashOf = (order: unknown) =>
  Number(textAt(order, textAt(order, 'side') === 'BUY' ? 'makerAmount' : 'takerAmount'));

function termsOf(order: unknown) {
  return [textAt(order, 'tokenId'), textAt(order, 'side'), sharesOf(order), cashOf(order)].join(' ');
}

/** A field of a live order, which has another name in profiles with signed orders. */
const fieldOf = (row: JsonObject, name: string, other: string) => textAt(row, name) ?? textAt(row, other);

/** True for the same token, side, size and price, in any unit of sizes; a price may be missing. */
function hasTerms(row: JsonObject, order: unknown) {
  const [shares, size] = [sharesOf(order), Number(fieldOf(row, 'originalSize', 'original_size'))];
  const gap = Math.abs(Number(textAt(row, 'price')) - cashOf(order) / shares);
  return (
    fieldOf(row, 'assetId', 'asset_id') === textAt(order, 'tokenId') &&
    textAt(row, 'side') === textAt(order, 'side') &&
    (Math.round(size * MICRO) === shares || size === shares) &&
    !(gap >= HALF_UNIT)
  );
}

/** Milliseconds from the sending of an order to the entry of a row; NaN if one of them is unknown. */
function latenessOf(row: JsonObject, order: unknown): number {
  const entered = momentMs(textOrEmpty(row, 'createdAt')) ?? (numberAt(row, 'created_at') ?? Number.NaN) * 1_000;
  return entered - Number(textAt(order, 'timestamp') ?? Number.NaN);
}

/** True if the order can have become the row. */
const isTimely = (lateness: number) => lateness >= -SECOND_MS && lateness <= ENTRY_MS;
