/**
 * conformance/quirks/quirk: a quirk is a service with one lawful oddity. A run against it, writes included and without a claimed
 * profile, must neither fail nor warn, except through the clauses that the quirk lists in `warns`.
 *
 * To add one: write a row in a file of `families/` and list the file in `catalog.ts`. Choose the layer by what is odd:
 *
 * - handler (`wrap`): other answers, or other behaviour in front of the simulator. `oddities.ts` and the helpers of `mutants/`
 *   (`responses`, `edit`, `rows`, `refusals`, `onRoute`) make most wrappers in one line. A wrapper may remember things; `reset`
 *   calls `wrap` again. It may call `handle` more than once.
 * - world (`world`): other content, or another value of the profile, as options of `createSimulator`:
 *   `world: () => ({ profile: { ...loadProfile('document'), batch: { max: 5 } } })`. `remake` changes the catalog of a built world
 *   (`families/contents.ts`).
 * - transport (`transport`): the same answers over an odd HTTP connection. Judged over real loopback sockets.
 *
 * A world or transport quirk may have a `wrap` as well.
 *
 * A quirk that does what an entry of `alternatives` in spec/decisions.yaml says names it in `alternative`, word for word;
 * `alternatives.test.ts` lists every entry that has neither a quirk nor a written reason (`{ text, unbuilt }`).
 * Try one: `touchstone quirks --only ID`. If a check fails or warns, the check is wrong: correct the check, not the quirk.
 */
import type { ClauseId, DecisionId } from '../../spec/ids.generated.ts';
import type { Handler } from '../../wire/message.ts';
import type { Wrap } from '../mutants/mutant.ts';
import type { OddWorldOptions } from './odd-world.ts';

/** An entry of `alternatives` in spec/decisions.yaml. */
type QuirkAlternative = { readonly decision: DecisionId; readonly text: string };

/** The world of a seed. */
type OddWorld = (seed: string) => OddWorldOptions;

/** An HTTP server in front of a handler. `url` is its base address, without a trailing slash. */
type OddServer = { readonly url: string; close(): Promise<void> };

/** Starts a server on 127.0.0.1, on a free port. Everything random about it follows from `seed`. */
export type OddTransport = (handle: Handler, seed: string) => Promise<OddServer>;

export type Quirk = {
  /** Unique, in kebab-case. */
  readonly id: string;
  /** The oddity in one line. */
  readonly title: string;
  readonly alternative?: QuirkAlternative;
  /** Clauses that may warn about it: the interface advises against the oddity, although it is lawful. No other clause may warn. */
  readonly warns?: readonly ClauseId[];
  /** The checks of request windows judge it, and no others. All other quirks go without them. */
  readonly fillsWindows?: true;
  /**
   * Its position in a bundle. `outermost`: the others recognize responses by the part that it changes. `innermost`: it cuts
   * lists into pages so small that the others would read the whole list again for each of them.
   */
  readonly depth?: 'innermost' | 'outermost';
  /** Quirks that it contradicts, or whose changes it cannot read: they never share a service with it. `all`: it runs alone. */
  readonly apart?: readonly string[] | 'all';
} & (
  | { readonly wrap: Wrap; readonly world?: never; readonly transport?: never }
  | { readonly world: OddWorld; readonly wrap?: Wrap; readonly transport?: never }
  | { readonly transport: OddTransport; readonly wrap?: Wrap; readonly world?: never }
);

export type QuirkLayer = 'handler' | 'world' | 'transport';

/** The layer of the oddity. */
export function layerOf(quirk: Quirk): QuirkLayer {
  if (quirk.transport !== undefined) return 'transport';
  return quirk.world === undefined ? 'handler' : 'world';
}
