/** cli/v8-flags: the options of V8 that node needs at its start. For other commands none saves a tenth of the time. */

const FLAGS_OF: ReadonlyMap<string, readonly string[]> = new Map([
  // Above an ordinary run the heap grows slowly, so a hostile server costs less than 300 MiB. A run with a smaller
  // young generation takes a tenth longer.
  ['check', ['--max-semi-space-size=8', '--initial-old-space-size=48', '--heap-growing-percent=30']],
  // Objects last either for one callback or to the end of the backtest: a third less memory, and a twentieth more time.
  ['backtest', ['--max-semi-space-size=1']],
  // The threads leave no core free for those of V8 that collect garbage.
  // Without them, two threads do 0.95 of twice the work of one, not 0.75.
  ['sweep', ['--single-threaded-gc']],
]);

/** The newest major version of Node that accepts all of these options. It does not start with an unknown one. */
const NEWEST_TRIED = 26;

/** The options of V8 for a command line (`argv` without the program) on a version of Node, such as `v24.1.0`. */
export function v8Flags(argv: readonly string[], version = process.version): readonly string[] {
  if (Number.parseInt(version.slice(1), 10) > NEWEST_TRIED) return [];
  return FLAGS_OF.get(argv.find((word) => !word.startsWith('-')) ?? '') ?? [];
}
