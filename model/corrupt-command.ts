/** model/corrupt-command: commands with one field that has another type, or an unusual value. */
import type { Command } from '../spec/venue/command.ts';

const JUNK: readonly unknown[] = [
  ...[-0, -1, 0.5, -0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, -(2 ** 53), 1e300, 3, 5_001],
  ...['', '0', 'BUY', 'retry', '__proto__', 'constructor'],
  ...[1, 2, 5_000, 9_999, 2 ** 31, 2 ** 32, 2 ** 32 + 5, 10 ** 15, 10 ** 15 + 1, Number.MAX_SAFE_INTEGER],
  ...['\ud800', 'é\u0000', 'x'.repeat(300)],
  ...[null, undefined, true, 10n],
  ...[{}, [], [0], [1, 0], [0, 1, 1], [0.5, 2], ['0', '1'], [500_000, 500_001], [-1, 1_000_001], { fee: null }],
];

export function corruptCommand(command: Command, where: number, what: number): Command {
  return replaced(command, where, JUNK[what % JUNK.length]) as Command;
}

function replaced(record: object, where: number, junk: unknown): object {
  const fields = Object.entries(record);
  const [name, value] = fields[where % fields.length] ?? ['kind', undefined];
  const inside =
    typeof value === 'object' && value !== null && Object.keys(value).length > 0 && (where >>> 4) % 2 === 0;
  const news: unknown = inside ? replaced(value, where >>> 5, junk) : junk;
  const copy = fields.map(([each, old]) => [each, each === name ? news : old] as const);
  return Array.isArray(record) ? copy.map(([, each]) => each) : Object.fromEntries(copy);
}
