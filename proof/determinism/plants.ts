/** proof/determinism/plants: everything in which two processes can differ; planted, the comparison must notice it. */
import { getHeapStatistics } from 'node:v8';

const LETTERS = ['z', 'i', 'ä', 'I', 'a', 'ı', 'å', 'İ'];
const BASE = LETTERS.length;

export const PLANTS: Readonly<Record<string, () => number>> = {
  // Two programs can read the same millisecond.
  clock: () => Math.floor((performance.timeOrigin + performance.now()) * 1_000),
  chance: () => Math.floor(Math.random() * 1_000_000_000),
  timer: () => Math.floor(performance.now() * 1_000),
  'time-zone': () => new Date(2026, 0, 15).getTime(),
  /** The letters in the order of the locale, as the digits of a number. */
  'order-of-letters': () =>
    [...LETTERS]
      .sort((one, other) => one.localeCompare(other))
      .reduce((sum, letter) => sum * BASE + LETTERS.indexOf(letter), 0),
  'form-of-numbers': () => (1_234.5).toLocaleString().charCodeAt(1),
  runtime: () => Number(process.versions.node.split('.')[0]),
  compiler: () => ('WebAssembly' in globalThis ? 0 : 1),
  directory: () => process.cwd().length,
  memory: () => getHeapStatistics().heap_size_limit,
};
