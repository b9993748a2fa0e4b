/** conformance/shape/numbers: clauses by number, so that recording one is a store into a byte array. */
import type { Register } from '../../spec/clauses/register.ts';
import type { ClauseId } from '../../spec/ids.generated.ts';

export type ClauseNumbers = {
  /** The number of a clause of the register, or `otherwise`. */
  of(id: string | undefined, otherwise: number): number;
  /** The clause of a number; undefined for 0, which means no clause. */
  idOf(number: number): ClauseId | undefined;
  readonly count: number;
};

/** A clause that a profile replaces has a number but no id: it is not judged by its container's clause. */
export function numberClauses({ clauses, replaced }: Register): ClauseNumbers {
  const ids = clauses.map(({ id }) => id);
  const silent = [...(replaced?.ofRoutes ?? []), ...(replaced?.listed ?? [])].map(({ id }) => id);
  const numbers = new Map<string, number>([...ids, ...silent].map((id, index) => [id, index + 1]));
  return {
    of: (id, otherwise) => (id === undefined ? otherwise : (numbers.get(id) ?? otherwise)),
    idOf: (number) => ids[number - 1],
    count: ids.length + silent.length + 1,
  };
}
