/** proof/judge/generated/mutants: mutants of each field, parameter and response that the tables of `spec` state. */
import type { Mutant } from '../variant.ts';
import { answerMutants } from './answers.ts';
import { fieldMutants } from './fields.ts';
import { parameterMutants } from './parameters.ts';

export const generatedMutants: readonly Mutant[] = [...fieldMutants(), ...parameterMutants(), ...answerMutants()];
