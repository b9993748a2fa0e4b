/**
 * tidy/mutants/relations: the oracle that compares two runs of one exchange of which neither result is known beforehand:
 * given again, later, in smaller steps, mirrored, with wallets renamed, with noise in between, restored half-way.
 */
import type { Command, OutcomeIndex } from '../../sim/core/command.ts';
import type { Event } from '../../sim/core/event.ts';
import type { Exchange } from '../../sim/core/exchange.ts';
import { rulesFrom } from '../../sim/core/oracle/commands.ts';
import { isSame } from '../../sim/core/oracle/differential.ts';
import { type Given, replayOn, runOn } from '../../sim/core/oracle/runs.ts';
import { hashOfLog } from '../../sim/core/rolling-hash.ts';
import { fillTicket } from '../../sim/core/ticket.ts';
import { drawsOf, type Oracle, oracleOf } from './oracle.ts';
import type { Subject } from './subject.ts';

const COMMANDS = 300;
const HOUR_MS = 3_600_000;
/** A run is cut by a snapshot after so many commands. */
const RESTORE_EVERY = 10;

/** One run and the means to make others. */
type Scene = {
  readonly subject: Subject;
  readonly make: () => Exchange;
  readonly given: readonly Given[];
  readonly exchange: Exchange;
};

/** Says what is wrong. */
type Relation = (scene: Scene) => string | undefined;

const again: Relation = ({ make, given, exchange }) => {
  const other = replayOn(make(), given);
  return other.hash() === exchange.hash() ? logsDiffer(other.log, exchange.log) : 'the same commands, another hash';
};

/** Refused commands and questions change nothing. */
const noise: Relation = ({ make, given, exchange }) => {
  const other = make();
  for (const { command, now } of given) {
    other.advanceTo(now);
    const before = [other.hash(), other.treasury(), other.nextDue()];
    const refused = [
      other.step({ kind: 'cancel', wallet: 99, order: 0 }, now),
      other.step({ kind: 'deposit', wallet: 0, amount: 0.5 }, now),
      other.step({ kind: 'convert', wallet: 0, group: 0, markets: [], size: 1 }, now),
    ];
    if (refused.some(({ ok }) => ok)) return 'nonsense is accepted';
    const after = [other.hash(), other.treasury(), other.nextDue()];
    if (!isSame(before, after)) return 'a refused command changes something';
    other.step(command, now);
  }
  return logsDiffer(other.log, exchange.log);
};

/** The clock may go forward in steps of any length. */
const smallSteps: Relation = ({ make, given, exchange }) => {
  const other = make();
  for (const { command, now } of given) {
    for (let due = other.nextDue(); due !== undefined && due < now; due = other.nextDue()) other.advanceTo(due);
    other.step(command, now);
  }
  return logsDiffer(other.log, exchange.log);
};

/** An hour later everything happens an hour later. */
const later: Relation = ({ make, given, exchange }) => {
  const shifted = given.map(({ command, now }): Given => {
    const expires = command.kind === 'place' && command.expiresAt !== undefined;
    return {
      command: expires ? { ...command, expiresAt: (command.expiresAt ?? 0) + HOUR_MS } : command,
      now: now + HOUR_MS,
    };
  });
  const earlier = (moment: number | undefined): number | undefined =>
    moment === undefined ? undefined : moment - HOUR_MS;
  const back = (event: Event): Event => {
    const at = event.at - HOUR_MS;
    if (event.kind !== 'order-accepted') return { ...event, at };
    return { ...event, at, expiresAt: earlier(event.expiresAt), delayedUntil: earlier(event.delayedUntil) };
  };
  return logsDiffer(replayOn(make(), shifted).log.map(back), exchange.log);
};

/** With the outcomes swapped in markets of no group, books are mirrored and everybody has the same cash. */
const mirror: Relation = ({ make, given, exchange }) => {
  const isGrouped = (market: number): boolean => exchange.market(market)?.group !== undefined;
  const swapped = given.map(({ command, now }): Given => ({ command: swap(command, isGrouped), now }));
  const other = replayOn(make(), swapped);
  if (!isSame(other.treasury(), exchange.treasury())) return 'mirrored, the treasury differs';
  const firstOf = (market: number): OutcomeIndex => (isGrouped(market) ? 0 : 1);
  for (let market = 0; exchange.market(market) !== undefined; market += 1) {
    const outcome = firstOf(market);
    const bids = isSame(other.bids(market, outcome), exchange.bids(market, 0));
    const asks = isSame(other.asks(market, outcome), exchange.asks(market, 0));
    if (!bids || !asks) return `mirrored, the book of market ${market} differs`;
    for (let wallet = 0; wallet < 5; wallet += 1) {
      const cash = isSame(other.cash(wallet), exchange.cash(wallet));
      const tokens = isSame(other.tokens(wallet, market, outcome), exchange.tokens(wallet, market, 0));
      if (!cash || !tokens) return `mirrored, wallet ${wallet} has something else in market ${market}`;
    }
  }
  return undefined;
};

function swap(command: Command, isGrouped: (market: number) => boolean): Command {
  if (!('market' in command) || isGrouped(command.market)) return command;
  if (command.kind === 'place') return { ...command, outcome: command.outcome === 0 ? 1 : 0 };
  if (command.kind !== 'resolve-market') return command;
  return { ...command, payout: [command.payout[1], command.payout[0]] };
}

/** Wallets under other numbers do the same under these numbers. */
const renamed: Relation = ({ make, given, exchange }) => {
  const name = (wallet: number): number => [1, 2, 0][wallet] ?? wallet;
  const commands = given.map(
    ({ command, now }): Given => ({
      command: 'wallet' in command ? { ...command, wallet: name(command.wallet) } : command,
      now,
    }),
  );
  const rename = (event: Event): Event => {
    if (event.kind === 'wallet-opened') return event;
    if (event.kind === 'trade' || event.kind === 'trade-reversed') {
      const makers = event.makers.map((leg) => ({ ...leg, wallet: name(leg.wallet) }));
      return { ...event, takerWallet: name(event.takerWallet), makers };
    }
    return 'wallet' in event ? { ...event, wallet: name(event.wallet) } : event;
  };
  return logsDiffer(replayOn(make(), commands).log, exchange.log.map(rename));
};

/** An exchange made anew from its snapshot goes on as if nothing had happened. */
const restored: Relation = ({ subject, make, given, exchange }) => {
  let other = make();
  for (const [index, { command, now }] of given.entries()) {
    if (index % RESTORE_EVERY === 0) {
      const bytes = other.snapshot();
      const made = subject.restoreExchange(bytes);
      if (!made.ok) return `a snapshot is refused: ${made.refusal.reason}`;
      if (Buffer.compare(made.value.snapshot(), bytes) !== 0) return 'a snapshot of a restored exchange differs';
      other = made.value;
    }
    other.step(command, now);
  }
  if (other.hash() !== exchange.hash()) return 'restored, another hash';
  return (
    logsDiffer(other.log, exchange.log) ??
    (isSame(other.treasury(), exchange.treasury()) ? undefined : 'restored, the treasury differs')
  );
};

function logsDiffer(log: readonly Event[], expected: readonly Event[]): string | undefined {
  const index = log.findIndex((event, position) => !isSame(event, expected[position]));
  if (index !== -1) return `event ${index}: ${JSON.stringify(log[index])}, not ${JSON.stringify(expected[index])}`;
  return log.length === expected.length ? undefined : `${log.length} events, not ${expected.length}`;
}

/** Orders and cancels in numbers, at the desk, do what they do as commands. */
const atTheDesk: Relation = ({ make, given, exchange }) => {
  const other = make();
  const { desk } = other;
  for (const { command, now } of given) {
    if (command.kind === 'place') {
      fillTicket(desk.ticket, command);
      desk.place(now);
    } else if (command.kind === 'cancel') desk.cancel(command.wallet, command.order, now);
    else other.step(command, now);
  }
  return logsDiffer(other.log, exchange.log);
};

/** The hash is that of the events told, folded in one go by sound code. */
const hashTold: Relation = ({ exchange }) =>
  exchange.hash() === hashOfLog(exchange.log) ? undefined : 'the hash is not that of the log';

const RELATIONS: Readonly<Record<string, Relation>> = {
  again,
  atTheDesk,
  hashTold,
  noise,
  smallSteps,
  later,
  mirror,
  renamed,
};

function relationsOracle(name: string, relations: Readonly<Record<string, Relation>>): Oracle {
  return oracleOf(name, (subject, draws, index, tick) => {
    const rules = rulesFrom([index, index + 1]);
    const make = (): Exchange => subject.createExchange(rules);
    const { exchange, given } = runOn(make(), COMMANDS, drawsOf(draws), tick);
    for (const [relation, holds] of Object.entries(relations)) {
      const what = holds({ subject, make, given, exchange });
      if (what !== undefined) return `${relation}: ${what}`;
    }
    return undefined;
  });
}

export const RELATION_ORACLES: readonly Oracle[] = [
  relationsOracle('relations', RELATIONS),
  relationsOracle('snapshot', { restored }),
];
