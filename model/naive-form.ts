/** model/naive-form: the required form of each field of each command, in the order of validation. */
import type { Command } from '../spec/venue/command.ts';

type Judge = (value: unknown, command?: Command) => boolean;

const isCount: Judge = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const isAmount: Judge = (value) => isCount(value) && Number(value) > 0;
const upTo =
  (most: number): Judge =>
  (value) =>
    isCount(value) && Number(value) <= most;
const oneOf =
  (...values: readonly unknown[]): Judge =>
  (value) =>
    values.includes(value);
const isRecord: Judge = (value) => typeof value === 'object' && value !== null;
const isText: Judge = (value) => typeof value === 'string' && value.length <= 1_048_576;
const isTick: Judge = (value) => isAmount(value) && Number(value) <= 5_000 && 10_000 % Number(value) === 0;
const isPayout: Judge = (value) =>
  Array.isArray(value) &&
  value.length === 2 &&
  value.every((each) => isCount(each)) &&
  value[0] + value[1] === 1_000_000;
const isAscending =
  (least: number): Judge =>
  (value) =>
    Array.isArray(value) &&
    value.length >= least &&
    value.length <= 1_000 &&
    // A copy has no holes, which `every` would skip.
    [...value].every((each, index) => isCount(each) && (index === 0 || value[index - 1] < each));

/** Whether a transfer names a market or an outcome. */
const isOfTokens = (command?: Command) =>
  command?.kind === 'transfer' && (command.market !== undefined || command.outcome !== undefined);

const MARKET = { market: isCount };
const WALLET = { wallet: isCount };

const FORMS: Readonly<Record<Command['kind'], Readonly<Record<string, Judge>>>> = {
  'list-market': {
    terms: (value) => isRecord(value) && isRecord((value as { fee: unknown }).fee),
    'terms.tick': isTick,
    'terms.minSize': upTo(1e15),
    'terms.fee.rate': upTo(1_000_000),
    'terms.fee.exponent': oneOf(0, 1, 2),
    'terms.fee.takerOnly': oneOf(true, false),
    'terms.delayMs': upTo(24 * 60 * 60 * 1_000),
  },
  'open-wallet': {},
  deposit: { ...WALLET, amount: isAmount },
  split: { ...WALLET, ...MARKET, size: Number.isSafeInteger },
  merge: { ...WALLET, ...MARKET, size: Number.isSafeInteger },
  redeem: { ...WALLET, ...MARKET },
  place: {
    ...WALLET,
    key: isCount,
    ...MARKET,
    outcome: oneOf(0, 1),
    side: oneOf('BUY', 'SELL'),
    type: oneOf('GTC', 'GTD', 'FOK', 'FAK'),
    price: Number.isSafeInteger,
    size: Number.isSafeInteger,
    postOnly: oneOf(true, false),
    expiresAt: (value) => value === undefined || upTo(8.64e15)(value),
    salt: isText,
  },
  cancel: { ...WALLET, order: isCount },
  heartbeat: { key: isCount },
  'pause-market': MARKET,
  'resume-market': MARKET,
  'close-market': MARKET,
  'resolve-market': { ...MARKET, payout: isPayout },
  'change-tick': { ...MARKET, tick: isTick },
  'group-markets': { markets: isAscending(2) },
  convert: { ...WALLET, group: isCount, markets: isAscending(1), size: Number.isSafeInteger },
  'disturb-settlement': { trade: isCount, outcome: oneOf('retry', 'fail', 'hold') },
  transfer: {
    ...WALLET,
    to: isCount,
    amount: isAmount,
    market: (value, command) => isCount(value) || !isOfTokens(command),
    outcome: (value, command) => value === 0 || value === 1 || !isOfTokens(command),
  },
  note: { text: isText },
};

/** Fields of the terms are reported without the prefix `terms.`. */
const FIELDS: ReadonlyMap<string, readonly { what: string; path: readonly string[]; judge: Judge }[]> = new Map(
  Object.entries(FORMS).map(([kind, form]) => [
    kind,
    Object.entries(form).map(([path, judge]) => ({ what: path.replace(/^terms\./, ''), path: path.split('.'), judge })),
  ]),
);

export function wrongField(command: Command): string | undefined {
  if (!isRecord(command)) return 'command';
  const fields = FIELDS.get(command.kind);
  if (fields === undefined) return 'kind';
  const valueAt = (path: readonly string[]): unknown =>
    path.reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], command);
  return fields.find(({ path, judge }) => !judge(valueAt(path), command))?.what;
}

/** Replaces -0 by 0, which is the same number and is recorded differently. */
export function withoutMinusZero<Value>(value: Value): Value {
  if (typeof value === 'number') return (value + 0) as Value & number;
  if (Array.isArray(value)) return value.map(withoutMinusZero) as Value & unknown[];
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value as object).map(([name, part]) => [name, withoutMinusZero(part)]),
  ) as Value;
}
