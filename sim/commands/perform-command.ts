/** sim/commands/perform-command: commands that move a running world, as logged commands of the venue. */
import { invariant } from '../../base/result.ts';
import { malformedField } from '../core/command-validation.ts';
import { type NamedMarket, namedIn } from '../named.ts';
import type { Service } from '../service.ts';
import { termsOf } from '../world/floor.ts';
import { WorldError } from '../world/world-error.ts';
import { microOf, priceOf } from '../world/written/amounts.ts';
import { refusalText } from '../world/written/refusal-text.ts';
import { deedCommand } from '../world/written/world-steps.ts';
import { type Addition, allOf, catalogOf, nextId, noteOf, withAdditions } from './additions.ts';
import { type AnyCommand, readCommand } from './command-words.ts';
import { liveDirectory } from './directory.ts';
import { fillOrder, type Steps } from './fill.ts';
import { grow } from './grow.ts';

/** The result of a command: the market opened, the id of the comment, or the shares filled at once. */
export type CommandResult = {
  readonly market?: NamedMarket;
  readonly comment?: string;
  readonly filled?: number;
};

/** Performs a command at `now`. Throws `WorldError` with the place of the fault, before anything has changed. */
export function performCommand(service: Service, value: unknown, now: number): CommandResult {
  const words = readCommand(value);
  const { venue } = service.world;
  const from = venue.eventCount;
  const step: Steps = (command, place) => {
    const result = venue.step(command, now);
    if (!result.ok) throw new WorldError(`${place}: ${refusalText(result.refusal)}`);
    return result.value;
  };
  try {
    return perform(service, words, step, now);
  } finally {
    grow(service, from);
  }
}

function perform(service: Service, words: AnyCommand, step: Steps, now: number): CommandResult {
  const directory = liveDirectory(service);
  if ('open' in words) return openMarket(service, words.open, step, now);
  if ('comment' in words) {
    const { wallet, market, text, reply } = words.comment;
    const author = directory.wallet(wallet, 'comment.wallet');
    const event = service.world.markets[directory.market(market, 'comment.market')]?.event;
    const all = service.world.comments.flatMap(allOf);
    if (reply !== undefined && !all.some(({ id }) => id === reply))
      throw new WorldError(`comment.reply: no comment "${reply}": pass the id of one`);
    const about = { wallet: author, event: event?.own.id ?? '', text };
    step(
      { kind: 'note', text: noteOf({ addition: 'comment', ...about, ...(reply !== undefined && { reply }) }) },
      'comment',
    );
    return { comment: String(nextId(all.map(({ id }) => id))) };
  }
  if ('fill' in words) return { filled: fillOrder(service, words.fill, directory, step) };
  const [verb = ''] = Object.keys(words);
  step(deedCommand(words, verb, directory), verb);
  return {};
}

function openMarket(
  service: Service,
  { market: name, ends, ...written }: Extract<AnyCommand, { open: unknown }>['open'],
  step: Steps,
  now: number,
): CommandResult {
  const { world } = service;
  if (Object.hasOwn(namedIn(world).markets, name))
    throw new WorldError(`open.market: there is a market "${name}" already: choose another name`);
  const addition: Addition = { addition: 'market', name, market: written, ends };
  const [market] = catalogOf(world, addition, now).markets;
  invariant(market !== undefined, 'a catalog of one market has one');
  const rate = microOf(written.fee.rate, 'open.fee.rate');
  const terms = termsOf(market, priceOf(written.tick, 'open.tick'), { ...written.fee, rate });
  const listing = { kind: 'list-market', terms } as const;
  const wrong = malformedField(listing);
  if (wrong !== undefined) throw new WorldError(`open.tick: ${refusalText({ kind: 'malformed', what: wrong })}`);
  step({ kind: 'note', text: noteOf(addition) }, 'open');
  step(listing, 'open');
  const grown = withAdditions(world, world.venue.eventCount - 2);
  const opened = namedIn(grown).markets[name];
  return opened === undefined ? {} : { market: opened };
}
