/** cli/sign/command: `touchstone sign METHOD PATH`: the level-2 headers of a request, the signed text, and curl. */
import { Command } from '@commander-js/extra-typings';
import { type FlagsOf, wholeNumber } from '../flags/options.ts';

export type SignFlags = FlagsOf<typeof signCommand>;

const examples = `
Examples:
  $ touchstone sign GET /data/orders --credentials sandbox.json
  $ touchstone sign POST /order --body order.json --credentials sandbox.json --wallet 2

The signature covers timestamp, method, path without query, and body, and is valid for a minute of the service's
clock. If that clock is not the real one (serve --clock virtual), read its time from the Date header of any response,
and pass it with --timestamp, in Unix seconds.

The signed text is printed as a JSON string. The key is the secret decoded from base64; --show-key prints its bytes,
in hex, to compare them with those of the service. They are the secret itself: do not use this flag where output is
kept.

The credentials of serve --profile polymarket or kuest name their profile: the headers have its prefix, and its form
of the signature. The signature inside an order is not made: clients make it with the private key.`;

/** The `sign` command. Prints headers as good as a password for a minute; the secret only with --show-key. */
export function signCommand() {
  return new Command('sign')
    .description('print the five headers that sign a request, the signed text, and a curl line that sends it')
    .argument('<method>', 'GET, POST or DELETE')
    .argument('<path>', 'path, with its query if it has one')
    .requiredOption('--credentials <file>', 'wallets and keys, JSON or YAML, as serve --credentials-out writes them')
    .option('--body <file>', 'the body to sign and send, byte for byte')
    .option('--wallet <number>', 'which wallet of the file', wholeNumber(1), 1)
    .option('--timestamp <seconds>', 'Unix seconds to sign with (default: now)', wholeNumber(0, 999_999_999_999))
    .option('--url <base>', 'base URL in the curl line', 'http://127.0.0.1:4010')
    .option('--show-key', 'print the bytes of the key too, which are the secret')
    .addHelpText('after', examples);
}
