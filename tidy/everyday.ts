/** tidy/everyday: the test files that `npm test` leaves to `npm cit` and CI. They take about two fifths of the time. */

/** Whole code; package, guides, CI; other programs, networks and versions of Node; campaigns; hostile input. */
export const LEFT_TO_CI = [
  'tidy/{static,package,docs,ci,docs/client-tests,endings/endings}.test.ts',
  'reports/browser.test.ts',
  'cli/{worker/worker,deployment/network,deployment/until-up,backtest/thread-permissions}.test.ts',
  'cli/{mutants,soak}/campaign.test.ts',
  'conformance/suite-proof.test.ts',
  'proof/{clients,determinism}/*.test.ts',
  'bench/hostile.test.ts',
  'sim/world/generated/large.test.ts',
];

/** The start of a run. `argv`: the arguments of vitest. `env`: npm names its command and the script in it. */
interface Started {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Whether vitest was started as `npm test`, without files to run, and not by `npm cit` or in CI. */
export function isEveryday({ argv, env }: Started): boolean {
  if (env['CI'] !== undefined || env['npm_command'] === 'install-ci-test') return false;
  return env['npm_lifecycle_event'] === 'test' && argv.join(' ') === 'run';
}
