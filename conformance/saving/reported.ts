/** conformance/saving/reported: the scenarios of findings in a report. */
import type { Finding, Report, SavedScenario } from '../report.ts';

/** A finding, by its names in the report, and its scenario. */
export type ReportedScenario = Pick<Finding, 'id' | 'clause'> & {
  readonly check: string;
  readonly scenario: SavedScenario;
};

/** Adds each scenario to the failure with its id, or else to the first shown one of its clause. */
export function withScenarios(report: Report, scenarios: readonly ReportedScenario[]): Report {
  const byCheck = Map.groupBy(scenarios, ({ check }) => check);
  const checks = report.checks.map((check) => {
    const places = new Map<Finding, SavedScenario>();
    for (const { id, clause, scenario } of byCheck.get(check.id) ?? []) {
      const failures = check.findings.filter((found) => found.clause === clause && found.severity === 'fail');
      const place = failures.find((found) => found.id === id) ?? failures[0];
      if (place !== undefined && !places.has(place)) places.set(place, scenario);
    }
    if (places.size === 0) return check;
    const findings = check.findings.map((found) => {
      const scenario = places.get(found);
      return scenario === undefined ? found : { ...found, scenario };
    });
    return { ...check, findings };
  });
  return { ...report, checks };
}

export function scenariosOf({ checks }: Report): readonly ReportedScenario[] {
  return checks.flatMap(({ id: check, findings }) =>
    findings.flatMap(({ id, clause, scenario }) => (scenario === undefined ? [] : [{ id, check, clause, scenario }])),
  );
}
