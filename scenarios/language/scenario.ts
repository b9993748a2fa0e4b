/** scenarios/language/scenario: a whole scenario file. The schema is also the type, and for editors. */
import { z } from 'zod';
import { WrittenWorld } from '../../sim/world/written/description.ts';
import { AnyStep } from './step.ts';
import { Expression, Json } from './vocabulary.ts';

/**
 * The capabilities of a deployment that a scenario can need besides reading. `trading`: wallets that may write and a
 * market to write in; `wallets`: wallets that sign, at least for reads; `two-wallets`: two of them; `clock`: a service
 * clock that can be moved; `faults`: faults on request; `world`: a world of the scenario's own; `log`: the event log in
 * view; `restart`: a service that can be ended and started again; `limits`: request limits in force; `address`:
 * requests from other client addresses; `commands`: a world that can be moved.
 */
export const Capability = z.enum([
  'trading',
  'wallets',
  'two-wallets',
  'clock',
  'faults',
  'world',
  'log',
  'restart',
  'limits',
  'address',
  'commands',
]);
export type Capability = z.infer<typeof Capability>;

/** Steps under a name, with parameters that are variables inside. */
export const Macro = z.strictObject({
  about: z.string().optional(),
  /** Names of the parameters and their defaults (`null`: the caller must pass one). */
  params: z.record(z.string(), Json).default({}),
  steps: z.array(AnyStep).min(1),
});
export type Macro = z.infer<typeof Macro>;

const macros = z.record(z.string(), Macro).default({});
const use = z.array(z.string().max(300)).max(20).default([]);

/** A file that other files `use`: macros, and further files to use. */
export const MacroFile = z.strictObject({ use, macros });

export const Scenario = z.strictObject({
  /** The title, in a few words. */
  scenario: z.string().min(1).max(120),
  about: z.string().optional(),
  tags: z.array(z.string().regex(/^[a-z0-9-]{1,40}$/, 'lower-case letters, digits and dashes')).default([]),
  /** Ids of the clauses that the scenario shows (`touchstone spec clauses`). */
  clauses: z.array(z.string()).default([]),
  /** Capabilities that the steps do not show. */
  requires: z.array(Capability).default([]),
  seed: z.int().nonnegative().optional(),
  /** Default `small`; on a deployment its own world. */
  world: z.union([z.enum(['small', 'medium']), WrittenWorld]).optional(),
  vars: z.record(z.string(), Json).default({}),
  /** The scenario is run once for each, with these additional variables; `name` distinguishes them. */
  cases: z.array(z.record(z.string(), Json)).min(1).max(1_000).optional(),
  use,
  macros,
  /** Expressions that hold after each step. */
  always: z.array(Expression).default([]),
  steps: z.array(AnyStep).min(1).max(100_000),
  /** Steps that run at the end, even after a failure. */
  finally: z.array(AnyStep).default([]),
});
export type Scenario = z.infer<typeof Scenario>;
