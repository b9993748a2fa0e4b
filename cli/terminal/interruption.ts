/** cli/terminal/interruption: signals that end a command early: Ctrl-C, `kill`, and a terminal that is closed. */

/** Each SIGINT or SIGTERM calls the next of `steps`. SIGHUP, which can arrive twice, takes only the first. */
export function onInterruption(...steps: readonly (() => void)[]): () => void {
  let taken = 0;
  const onSignal = () => {
    steps[taken]?.();
    taken += 1;
    if (taken >= steps.length) process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  };
  const onHangUp = () => {
    if (taken === 0) onSignal();
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal).on('SIGHUP', onHangUp);
  return () => {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal).off('SIGHUP', onHangUp);
  };
}
