/**
 * conformance/properties/property: the contract of a property: a statement that holds for every drawn case. fast-check
 * draws the cases and shrinks those that fail. Properties, like checks, judge through requests alone and cannot see the
 * simulator.
 */
import type { Arbitrary } from 'fast-check';
import type { Check, CheckContext } from '../check.ts';

/** A property on one target: `arbitrary` draws cases from what the target has, and `judge` judges one of them. */
export type OpenProperty<Case> = {
  readonly arbitrary: Arbitrary<Case>;
  /** Judges through `context`, by its arguments alone: it is repeated with smaller cases while a failure shrinks. */
  judge(context: CheckContext, drawn: Case): Promise<void>;
  /** The same requests, one after the other, for a case that sends several at once. */
  inTurn?(drawn: Case): Case;
  /** The parts of the parameter space, and those that a case covers: `touchstone explore` shows their number. */
  readonly space?: readonly string[];
  features?(drawn: Case): readonly string[];
};

/** The settings of a property that places orders which may be filled. */
export const TRADING = {
  capability: 'trading',
  safety: 'write-irreversible',
  needs: ['write-market', 'two-wallets'],
} as const;

/** `id`: `<group>.<what>`, for example `requests.markets`. `clauses`: every clause that a case may verify or break. */
type Settings = Pick<Check, 'id' | 'title' | 'clauses' | 'route' | 'alsoNeeds' | 'isOfForm'> &
  Readonly<{
    /** By default those of a check of the route. */
    capability?: Check['capability'];
    safety?: Check['safety'];
    needs?: Check['needs'];
    /** Largest number of requests, by route: once before the first case, and for each case. */
    cost: { readonly once?: Check['cost']; readonly perCase: Check['cost'] };
    /** Cases in `touchstone check`, whose budget is small. Absent if checks judge its statements there. */
    runs?: number;
  }>;

/**
 * How large the cases of a property may be. `pagesMax`: pages of a list that it reads before it draws. `isBrief`:
 * histories and contests are short, and views are compared once.
 */
export type Extent = { readonly pagesMax: number; readonly isBrief: boolean };

export type Definition<Case> = Settings & {
  /** Reads what the cases are drawn from, and ends as not-testable if the target has too little of it. */
  open(context: CheckContext, extent: Extent): Promise<OpenProperty<Case>>;
};

/** A property whose type of cases only its own functions know. */
export type Property = Definition<unknown>;

export function property<Case>(definition: Definition<Case>): Property {
  // Cases that `arbitrary` draws reach no `judge` but the one beside it.
  return definition as unknown as Property;
}
