/** reports/matrix/json: a matrix as JSON. Its schema: `touchstone spec matrix-schema`. */
import { safeJson } from '../untrusted.ts';
import type { Matrix } from './matrix.ts';

export function matrixJson(matrix: Matrix): string {
  return `${safeJson(matrix)}\n`;
}
