/** sim/faults/edge: the boundary between clients and one life of the service: its faults, and the log of exchanges. */
import type { Handler } from '../../wire/message.ts';
import { createExchangeLog, type Exchanges } from '../exchanges.ts';
import { isRequest } from '../handler.ts';
import { catchUp, type Life, type RunOptions } from '../life.ts';
import { namedIn } from '../named.ts';
import { createFaulty, type Faulty, type StreamMessage } from './faulty.ts';
import { type FaultCount, type FaultRule, FaultsError, parseFaults } from './rule.ts';

export type Edge = {
  readonly handle: Handler;
  /** The rule by which a message to one connection fails, if any. Counts the message. */
  message(message: StreamMessage): FaultRule | undefined;
  readonly exchanges: Exchanges;
  /** Replaces the rules, if any are passed. Returns all rules with their counts. */
  faults(rules?: readonly FaultRule[]): readonly FaultCount[];
};

/** The edge in front of `respond`. Throws `FaultsError` for an invalid rule of the options, or an unknown wallet. */
export function createEdge(life: Life, respond: Handler, options: RunOptions, seed: () => string): Edge {
  const people = lazy(() => Object.entries(namedIn(life.service.world).wallets));
  const nameOf = (address: string) =>
    people().find(([, wallet]) => wallet.address.toLowerCase() === address.toLowerCase())?.[0] ?? address.toLowerCase();
  const log = createExchangeLog(options.exchangesMax ?? 0, nameOf);
  const faultyOf = (given: readonly FaultRule[]): Faulty | undefined => {
    const rules = parseFaults(given);
    const addresses = new Map(people().map(([name, { address }]) => [name, address.toLowerCase()]));
    const addressOf = (wallet: string) => addresses.get(wallet) ?? wallet.toLowerCase();
    for (const [index, { wallet }] of rules.entries()) {
      if (wallet !== undefined && !addresses.has(wallet) && !/^0x[0-9a-f]{40}$/i.test(wallet)) {
        throw new FaultsError(
          `faults[${index}]: there is no wallet "${wallet}": there are ${[...addresses.keys()].join(', ')}`,
        );
      }
    }
    if (rules.length === 0) return undefined;
    const { venue } = life.service.world;
    const now = () => presentOf(life, options);
    const version = () => venue.eventCount;
    const delay = (from: number, ms: number) => life.late.hold(from, life.now, ms);
    return createFaulty({ seed: seed(), rules, handle: respond, version, now, addressOf, delay });
  };
  let faulty = options.faults && faultyOf(options.faults);
  return {
    handle(request) {
      if (faulty === undefined || !isRequest(request)) {
        const response = respond(request);
        log.add(request, response, life.now, undefined);
        return response;
      }
      const { response, fault } = faulty.handle(request);
      log.add(request, response, life.now, fault);
      return response;
    },
    message: (message) => faulty?.message(message),
    exchanges: log.exchanges,
    faults(rules) {
      if (rules !== undefined) faulty = faultyOf(rules);
      return faulty?.counts ?? [];
    },
  };
}

/** A clock that returns no valid moment is reported by the request itself. */
function presentOf(life: Life, options: RunOptions) {
  try {
    return catchUp(life, options);
  } catch {
    return life.now;
  }
}

function lazy<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
