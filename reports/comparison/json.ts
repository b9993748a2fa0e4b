/** reports/comparison/json: a comparison as JSON. Its schema: `touchstone spec comparison-schema`. */
import { safeJson } from '../untrusted.ts';
import type { Comparison } from './comparison.ts';

export function comparisonJson(comparison: Comparison): string {
  return `${safeJson(comparison)}\n`;
}
