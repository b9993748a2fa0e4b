/** conformance/exploration: the suite of an exploration: properties, and the checks of form that judge every response to them. */
import { loadRegister } from '../spec/clauses/register.ts';
import type { Check } from './check.ts';
import { type Exploration, propertyCheck } from './properties/checks.ts';
import { PROPERTIES } from './properties/suite.ts';
import { shapeChecks } from './shape/checks.ts';

export function explorationChecks(exploration: Exploration): readonly Check[] {
  return [...shapeChecks(loadRegister()), ...PROPERTIES.map((property) => propertyCheck(property, exploration))];
}

/** The patterns of an exploration that selects `only` (all properties if it is empty): the checks of form are always part of it. */
export function withForm(only: readonly string[]): readonly string[] {
  return [...(only.length === 0 ? ['property.*'] : only), ...shapeChecks(loadRegister()).map(({ id }) => id)];
}
