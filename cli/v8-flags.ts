/** cli/v8-flags: options of V8 for each command. Compiling costs time, which long commands earn back and short ones do not. */

/**
 * The venue calls many small functions for each command. V8 stops inlining at 920 bytes of bytecode, and at 4,600 for any first limit. With room for
 * all of them a command takes a quarter less.
 */
export const COMPILER_FLAGS: readonly string[] = [
  '--max-inlined-bytecode-size-cumulative=7000',
  '--max-inlined-bytecode-size-absolute=20000',
];

/**
 * A run of a few seconds calls most functions rarely. V8 compiles a function with its slowest compiler after 3,000 calls, which is two fifths of
 * all work of such a run, so the limit is higher. The young generation stays at 32 MiB instead of growing to 128.
 */
const SHORT_RUN_FLAGS: readonly string[] = ['--invocation-count-for-turbofan=50000', '--semi-space-growth-factor=1'];

/** A target may send large bodies: V8 collects garbage when the heap has grown by half. By default a young heap may quadruple. */
const CHECK_FLAGS: readonly string[] = [...SHORT_RUN_FLAGS, '--heap-growing-percent=50'];

/** Mutants and soaks take minutes, and call more functions often enough; the venue alone is a third of their work. */
const CAMPAIGN_FLAGS: readonly string[] = ['--invocation-count-for-turbofan=20000'];

/** Some inlining makes a seed a twelfth quicker and compiles longer: on two threads it pays in soaks of half a minute and more. */
const SOAK_FLAGS: readonly string[] = [...CAMPAIGN_FLAGS, '--max-inlined-bytecode-size-cumulative=3000'];

/** A block of rows outlives many collections of a small young generation: with V8's own limits a conversion takes a third less. */
const DATA_FLAGS: readonly string[] = [];

/**
 * The strategy is as hot as the replay, and with more inlining a replay takes a quarter longer. Objects last either for one callback or to the end, so a
 * small young generation costs nothing and halves the memory. Collecting when the heap has grown by a third costs a tenth of the time, and keeps the
 * writing of a report from doubling the memory.
 */
const BACKTEST_FLAGS: readonly string[] = ['--max-semi-space-size=4', '--heap-growing-percent=30'];

/** A sweep repeats short runs: with a young generation of a run's size it takes a quarter less, and half as much memory again. */
const SWEEP_FLAGS: readonly string[] = ['--max-semi-space-size=16'];

/** Options for subcommands that run the venue for hours, and for those that try many short runs. */
const FLAGS_OF: ReadonlyMap<string, readonly string[]> = new Map([
  ['check', CHECK_FLAGS],
  ['serve', COMPILER_FLAGS],
  ['bisect', COMPILER_FLAGS],
  ['soak', SOAK_FLAGS],
  ['mutants', CAMPAIGN_FLAGS],
  ['quirks', CAMPAIGN_FLAGS],
  ['worker', CAMPAIGN_FLAGS],
  ['data', DATA_FLAGS],
  ['backtest', BACKTEST_FLAGS],
  ['sweep', SWEEP_FLAGS],
]);

/** The options of V8 for a command line (`argv` without the program). */
export function compilerFlags(argv: readonly string[]): readonly string[] {
  return FLAGS_OF.get(commandOf(argv)) ?? SHORT_RUN_FLAGS;
}

/**
 * The threads of a sweep leave no core free for V8's own threads that collect garbage. Without them, two threads do 0.95 of twice the work of
 * one, instead of 0.75. V8 accepts this option only on the command line of node.
 */
const SWEEP_START_FLAGS: readonly string[] = ['--single-threaded-gc'];

/** The options of V8 that a command line needs when node starts. */
export function startFlags(argv: readonly string[]): readonly string[] {
  return commandOf(argv) === 'sweep' ? SWEEP_START_FLAGS : [];
}

function commandOf(argv: readonly string[]): string {
  return argv.find((word) => !word.startsWith('-')) ?? '';
}
