/** cli/interruption: what asks a command to end before it is done: Ctrl-C, `kill`, and a terminal that is closed. */

/**
 * Tells `interrupt` of such signals until what is returned is called. A second one of a kind has its usual effect, so that
 * nobody has to wait; but of a closed terminal kernel and shell tell one after the other, and neither is impatient.
 */
export function onInterruption(interrupt: () => void): () => void {
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt).on('SIGHUP', interrupt);
  return () => {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt).off('SIGHUP', interrupt);
  };
}
