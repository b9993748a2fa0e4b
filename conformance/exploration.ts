/** conformance/exploration: the suite of an exploration: properties, and checks of the form of all responses. */
import { loadRegister } from '../spec/clauses/register.ts';
import type { Check } from './check.ts';
import { type Exploration, propertyCheck } from './properties/checks.ts';
import type { Property } from './properties/property.ts';
import { PROPERTIES } from './properties/suite.ts';
import { shapeChecks } from './shape/checks.ts';

/** `runsOf`: cases of each property, if their number differs. */
export function explorationChecks(
  exploration: Exploration,
  runsOf: (property: Property) => number | undefined = () => exploration.runs,
): readonly Check[] {
  const properties = PROPERTIES.map((one) => propertyCheck(one, { ...exploration, runs: runsOf(one) }));
  return [...shapeChecks(loadRegister()), ...properties];
}

/** The patterns of an exploration that selects `only` (empty: all properties), with the checks of form. */
export function withForm(only: readonly string[]): readonly string[] {
  return [...(only.length === 0 ? ['property.*'] : only), ...shapeChecks(loadRegister()).map(({ id }) => id)];
}
