/**
 * conformance/properties/histories/command: drawn histories: sequences of commands of two wallets on one market. A
 * command names an order by number modulo the count of own orders so far, and a price by its place in the spread, so
 * that a history stays valid after shrinking.
 */
import fc, { type Arbitrary } from 'fast-check';

type Bit = 0 | 1;

export type PlaceCommand = Readonly<{
  kind: 'place';
  wallet: Bit;
  outcome: Bit;
  side: 'BUY' | 'SELL';
  type: 'GTC' | 'GTD' | 'FOK' | 'FAK';
  /** One of `LEVELS` neighbouring prices in the middle of the spread. */
  level: number;
  /** Smallest orders, and hundredths of a share beside them. */
  parts: number;
  cents: number;
  postOnly: boolean;
  /** Seconds until a GTD order expires. */
  life: number;
}>;

export type HistoryCommand =
  | PlaceCommand
  /** Sends the body of an own order again. */
  | { readonly kind: 'again'; readonly of: number }
  /** Cancels an own order; `isForeign`: as the other wallet, which may not. */
  | { readonly kind: 'cancel'; readonly of: number; readonly isForeign: boolean }
  /** Compares the views with the history so far. */
  | { readonly kind: 'read' }
  /** A heartbeat of the first wallet. */
  | { readonly kind: 'beat' }
  /** Moves the service clock. */
  | { readonly kind: 'wait'; readonly seconds: number };

export type History = readonly HistoryCommand[];

export const LEVELS = 5;

/** `isTimed`: with heartbeats and waits, for a target whose clock can be moved. `isBrief`: few histories are drawn. */
export type HistoryBounds = { readonly lengthMax: number; readonly isTimed: boolean; readonly isBrief: boolean };

/** Lives shorter and longer than a minute, which a service may demand, and one longer than all waits together. */
const LIVES = [3_600, 30, 70, 95] as const;
const WAITS = [1, 4, 9, 15, 40] as const;

export function histories({ lengthMax, isTimed, isBrief }: HistoryBounds): Arbitrary<History> {
  const bit = fc.constantFrom<Bit[]>(0, 1);
  const place: Arbitrary<PlaceCommand> = fc.record({
    kind: fc.constant('place'),
    wallet: bit,
    outcome: bit,
    side: fc.constantFrom('BUY', 'SELL'),
    type: fc.constantFrom(
      ...(['GTC', 'GTC', 'GTC', 'FOK', 'FAK', 'GTD'] as const),
      ...(isTimed ? ['GTD' as const] : []),
    ),
    level: fc.nat(LEVELS - 1),
    parts: fc.integer({ min: 1, max: 4 }),
    cents: fc.nat(3),
    postOnly: fc.nat(7).map((number) => number === 7),
    life: isTimed ? fc.constantFrom(...LIVES) : fc.constant(LIVES[0]),
  });
  const of = fc.nat(9);
  const cancel = fc.record({
    kind: fc.constant('cancel' as const),
    of,
    isForeign: fc.nat(5).map((number) => number === 5),
  });
  const timed: readonly { readonly weight: number; readonly arbitrary: Arbitrary<HistoryCommand> }[] = [
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('beat') }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait'), seconds: fc.constantFrom(...WAITS) }) },
  ];
  const command = fc.oneof<{ readonly weight: number; readonly arbitrary: Arbitrary<HistoryCommand> }[]>(
    { weight: 12, arbitrary: place },
    { weight: 4, arbitrary: cancel },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('again'), of }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('read') }) },
    ...(isTimed ? timed : []),
  );
  if (!isBrief) return fc.array(command, { minLength: 1, maxLength: lengthMax, size: 'max' });
  // Few histories must be long ones. Shrinking leaves commands out.
  const each = fc.option(command, { nil: undefined, freq: 10 });
  return fc
    .array(each, { minLength: lengthMax, maxLength: lengthMax })
    .map((commands) => commands.filter((one) => one !== undefined));
}
