/**
 * conformance/quirks/quirk: a quirk is a service with one lawful oddity, as a wrapper around a handler. The suite must not fail or
 * warn about a quirk unless the document profile is claimed.
 */
import type { Wrap } from '../mutants/mutant.ts';

export type Quirk = {
  readonly id: string;
  /** The oddity in one line. */
  readonly title: string;
  readonly wrap: Wrap;
};
