/** cli/tuning: how V8 is asked to compile. */

/**
 * The exchange calls many small functions for each command. V8 stops putting them into their callers at 920 bytes of
 * bytecode; at about twice that and more a command takes a sixth less.
 */
export const COMPILER_FLAG = '--max-inlined-bytecode-size-cumulative=2500';
