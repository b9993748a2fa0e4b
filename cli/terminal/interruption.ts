/** cli/terminal/interruption: signals that ask a command to end before it is done: Ctrl-C, `kill`, and a terminal that is closed. */

/**
 * Calls the next of `steps` at each SIGINT or SIGTERM, until the function it returns is called. After the last step a
 * signal has its usual effect and ends the process at once. A closed terminal can deliver SIGHUP twice, so that SIGHUP
 * takes the first step only.
 */
export function onInterruption(...steps: readonly (() => void)[]): () => void {
  let taken = 0;
  const onSignal = (): void => {
    steps[taken]?.();
    taken += 1;
    if (taken >= steps.length) process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  };
  const onHangUp = (): void => {
    if (taken === 0) onSignal();
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal).on('SIGHUP', onHangUp);
  return () => {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal).off('SIGHUP', onHangUp);
  };
}
