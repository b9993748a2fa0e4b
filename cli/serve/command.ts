/** cli/serve/command: `touchstone serve`: the whole service on a port, until a signal stops it. */
import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import type { OwnLimits } from '../../sim/limiter.ts';
import { planFlags } from '../backtest/flags.ts';
import { type FlagsOf, numberIn, skipInvalidFlag, wholeNumber, withFlags } from '../flags/options.ts';

export type ServeFlags = FlagsOf<typeof serveCommand>;

/** The speed of the clock of a replay: a multiple of real time, or moved by requests. */
type Speed = number | 'step' | 'max';

const examples = `
Examples:
  $ touchstone serve                                       the small world on http://127.0.0.1:4010
  $ touchstone serve --port 0 --json                       any free port; the first line is JSON
  $ touchstone serve --world medium --clock virtual --control
                                                           time stands still until POST /_touchstone/advance
  $ touchstone serve --credentials-out sandbox.json        wallets and keys for touchstone check --allow-writes
  $ touchstone serve --journal desk                        record accepted commands there; continue at the next start
  $ touchstone serve --clock virtual --record day.yaml     requests and responses become a scenario for touchstone run
  $ touchstone serve --replay market.arrow --speed step --credentials-out me.json
                                                           trade against a recording, event by event
  $ touchstone serve --replay market.arrow --speed 10      ten recorded seconds pass in each second
  $ touchstone serve --fidelity agents --seed 7 --markets 3 --hours 2 --speed 10
                                                           simulated markets, whose traders react to every order
  $ touchstone serve --replay market.arrow --fidelity agents
                                                           the same traders around the prices of a recording
  $ touchstone serve --profile polymarket --fidelity agents
                                                           the same markets for a bot that is written for Polymarket
  $ touchstone serve --list-mutants                        services with one broken clause each, for --mutant

A replay serves the markets of a recording (touchstone data convert) through the ordinary routes; --fidelity agents
serves markets on which simulated traders trade. The wallet of --credentials-out has 10,000 dollars. --speed moves the
clock:
  a number  runs that many times as fast as real time, from the first recorded moment on
  step      moves only with POST /_touchstone/advance: {"ms": 500} or {"to": "next-event"}; implies --control
  max       moves to the next event before each request without a signature, so a client that polls goes through the
            recording as fast as it can
Sign requests with the time of this clock, which the Date header of every response has (docs/replaying.md).

The first line on stdout has the URL. With --json it is an object: url, seed, world, profile, clock, control, mutant,
hash; with --replay or --fidelity agents also replay (file, fidelity, speed, markets, first, last, tape); with
--journal also journal (directory, generation, and the number of recovered records). Ctrl-C, SIGTERM or SIGHUP stops
the server. The exit code is 0, or 1 if its journal could not be written.`;

/** `POST /prices=2,GET /markets=5` are maxima by route; the service judges the routes. */
function limitsMode(text: string): 'enforce' | 'off' | OwnLimits {
  if (text === 'enforce' || text === 'off') return text;
  const own = text.split(',').map((part) => /^([A-Z]+ \/\S*)=(\d{1,9})$/.exec(part.trim()));
  if (own.includes(null))
    throw new InvalidArgumentError(
      'Use enforce, off, or requests in the first window by route: "POST /prices=2,GET /markets=5".',
    );
  return Object.fromEntries(own.map((part) => [part?.[1], Number(part?.[2])]));
}

const FASTEST = 100_000;

function speed(text: string): Speed {
  if (text === 'step' || text === 'max') return text;
  const expected = `use step, max, or a number above 0 and up to ${FASTEST}, such as 1 or 10`;
  return numberIn(text, /^\d{1,6}(?:\.\d{1,3})?$/, 0.001, FASTEST, expected);
}

const OF_WORLDS = ['world', 'worldSkipInvalid', 'clock', 'record', 'mutant'];

export function serveCommand() {
  const command = new Command('serve')
    .description('run the whole simulated service over HTTP')
    .option('--port <number>', 'port to listen on, 0 for any free one', wholeNumber(0, 65_535), 4010)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--seed <number>', 'seed of the world', wholeNumber(0), 1)
    .option(
      '--world <name>',
      'small, medium, large, a file of recorded catalog pages (.json, .jsonl, .gz, .zst), ' +
        'or one with a world of your own (.yaml)',
      'small',
    )
    .option(
      '--profile <name>',
      'document; or polymarket, kuest: clients written for these services run unchanged',
      'document',
    )
    .addOption(new Option('--clock <kind>', 'service clock').choices(['real', 'virtual']).default('real'))
    .option('--control', 'offer the control routes under /_touchstone/ (loopback hosts only)')
    .option('--allowlist <addresses>', 'client addresses that may read wallet data, with commas between')
    .option('--credentials-out <file>', 'write the wallets, keys and markets meant for writes to a file of mode 0600')
    .option('--mutant <id>', 'serve with one clause broken, to see the report of touchstone check')
    .option('--journal <directory>', 'record every accepted command, and continue from the records there')
    .addOption(
      new Option(
        '--journal-sync <when>',
        'when records must reach the disk: before the response, within a second (default), or at no fixed time',
      ).choices(['always', 'interval', 'never']),
    )
    .option(
      '--journal-snapshot <records>',
      'take a snapshot after this number of records, 0 for none (default: 100000)',
      wholeNumber(0),
    )
    .option('--record <file>', 'write requests and responses as a scenario (YAML) when the server ends');
  return withFlags(command, marketFlags(), planFlags(), fundFlags())
    .addOption(skipInvalidFlag().conflicts('journal'))
    .option(
      '--limits <mode>',
      'limits of section 8: enforce, off, or own maxima such as "POST /prices=2,GET /markets=5"',
      limitsMode,
      'enforce',
    )
    .option(
      '--faults <file>',
      'rules for failures as clients meet them (YAML or JSON): lost responses, 5xx, latency, ...',
    )
    .option('--list-mutants', 'list the mutants and exit')
    .option('--json', 'make the first line, or the list of mutants, JSON')
    .addHelpText('after', examples);
}

function marketFlags() {
  return new Command()
    .addOption(
      new Option('--replay <file>', 'serve the markets of a recording (.arrow) instead of a world').conflicts(
        OF_WORLDS,
      ),
    )
    .addOption(
      new Option(
        '--fidelity <name>',
        'who trades: injected (recorded orders, default) or agents ' +
          '(simulated traders; without --replay on simulated markets)',
      )
        .choices(['injected', 'agents'])
        .conflicts(OF_WORLDS),
    )
    .option('--speed <speed>', 'how the clock of these markets moves: 1, 10, ..., max or step (default: 1)', speed);
}

function fundFlags() {
  return new Command()
    .addOption(
      new Option(
        '--settlement <mode>',
        'when trades are settled (default: timed; immediate for polymarket and kuest on a virtual clock)',
      )
        .choices(['immediate', 'timed'])
        .conflicts(['replay', 'fidelity']),
    )
    .option(
      '--fund <dollars>',
      'polymarket, kuest: dollars of each wallet of a private key that is new, or none (default: 10000)',
      funds,
    )
    .option('--fund-shares <shares>', 'the same: shares of each outcome of every open market (default: 0)', funds);
}

function funds(text: string): number {
  if (text === 'none') return 0;
  const expected = 'use none, or a number up to 1000000, such as 10000 or 250.5';
  return numberIn(text, /^\d{1,7}(?:\.\d{1,6})?$/, 0, 1_000_000, expected);
}
