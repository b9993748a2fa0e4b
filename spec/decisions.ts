/** spec/decisions: the choices in gaps of the interface and their reasoning. Profiles have the values for programs. */
import { z } from 'zod';
import { idLike, KnownRoutes, Observable } from './clauses/clause.ts';
import type { DecisionId } from './ids.generated.ts';
import { readTable } from './table.ts';

/** One statement of a decision that can be judged by itself. */
export const DecisionAspect = z
  .strictObject({
    /** Absent if the decision has one statement: its clause is then `D/<decision>`. */
    id: z.string().optional(),
    text: z.string(),
    route: KnownRoutes.optional(),
    observable: Observable.default('read'),
    excluded: z.string().optional(),
  })
  .refine((aspect) => (aspect.observable === 'not-observable') === (aspect.excluded !== undefined), {
    error: 'an aspect is excluded, with the reason, exactly if it is not-observable',
  });
export type DecisionAspect = z.infer<typeof DecisionAspect>;

/** The choices of other services. They are lawful: each has a quirk (proof/judge/quirks), or a reason in `unbuilt`. */
const Alternative = z.union([
  z.string().transform((text): { text: string; unbuilt?: string } => ({ text })),
  z.strictObject({ text: z.string(), unbuilt: z.string() }),
]);

export const Decision = z.strictObject({
  id: idLike<DecisionId>(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'kebab-case'),
  /** The section of the interface with the gap. */
  section: z.string().regex(/^\d+(\.\d+)?$/),
  gap: z.string(),
  choice: z.string(),
  alternatives: z.array(Alternative),
  /** The clients or services that another choice would harm. */
  bites: z.string(),
  aspects: z.array(DecisionAspect).min(1),
});
export type Decision = z.infer<typeof Decision>;

export function loadDecisions(): readonly Decision[] {
  return readTable(new URL('./decisions.generated.json', import.meta.url));
}
