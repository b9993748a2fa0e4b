/** scenarios/reading/clauses: every clause that a scenario cites exists. */

import { closest } from '../../base/closest.ts';
import { loadRegister } from '../../spec/clauses/register.ts';
import type { Reading } from './problem-list.ts';

export function reportUnknownClauses(reading: Reading, ids: readonly unknown[]): void {
  if (ids.length === 0) return;
  const register = loadRegister();
  for (const [index, id] of ids.entries()) {
    if (typeof id !== 'string' || register.get(id) !== undefined) continue;
    const known = register.clauses.map((clause) => clause.id);
    const stem = `${id.split('/')[0]}/`;
    const near = known.filter((one) => one.startsWith(stem));
    const nearest = closest(id.slice(0, 100), near.length > 0 ? near : known, 3);
    reading.report(
      ['clauses', index],
      `no clause "${id}": nearest are ${nearest.join(', ')} (see touchstone spec clauses)`,
    );
  }
}
