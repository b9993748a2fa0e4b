/** proof/judge/generated/mutants: mutants of each field, parameter and response that the tables of `spec` state. */
import type { Mutant } from '../variant.ts';
import { fieldMutants } from './fields.ts';
import { parameterMutants } from './parameters.ts';
import { responseMutants } from './responses.ts';

export const generatedMutants: readonly Mutant[] = [...fieldMutants(), ...parameterMutants(), ...responseMutants()];
