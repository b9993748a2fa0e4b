/** conformance/sandbox/credentials-template: the text of a credentials file with comments for the missing values. */
import type { MarketLook } from './market-look.ts';

const WALLETS = ['first', 'second'];
const MARKETS = 5;

/** The credentials file for the deployment at `url`, with the best markets as comments. */
export function credentialsTemplate(url: string, markets: readonly MarketLook[]): string {
  const usable = markets
    .filter(({ isAccepting, spread }) => isAccepting === true && spread !== undefined)
    .toSorted((left, right) => (right.spread ?? 0) - (left.spread ?? 0));
  return `${[
    `# credentials.yaml: wallets of a sandbox at ${url}. It holds secrets: keep it out of version control.`,
    '# Still missing: the statement below, and address, apiKey, passphrase and secret of two wallets.',
    `# Then see what they can do, without writing anything:  touchstone doctor ${url} --credentials credentials.yaml`,
    '',
    '# Set this to true once you know that orders and fills of these wallets do no harm here: ' +
      'they are placed, filled and',
    '# cancelled, and some stay filled. Nothing is written as long as it is false.',
    'sandbox: false',
    '',
    '# Both wallets need cash and some hundred shares of both tokens of the markets set aside.',
    'wallets:',
    ...WALLETS.flatMap((which) => [
      `  - address: "" # of the ${which} wallet: 0x and 40 hexadecimal digits`,
      '    apiKey: "" # a UUID, from the level-1 endpoint of the deployment',
      '    passphrase: "" # 64 hexadecimal digits, comes with the key',
      '    secret: "" # base64 or base64url, comes with the key',
    ]),
    '',
    '# Markets set aside for writes. Without them, those in which both wallets hold both tokens are used.',
    ...(usable.length === 0
      ? ['# No market with an order book that accepts orders was found.', `# markets: ["0x${'0'.repeat(63)}1"]`]
      : ['# Found here, the widest spread first (two price steps or more serve all checks but one):', '# markets:']),
    ...usable.slice(0, MARKETS).map((market) => `#   - ${JSON.stringify(market.conditionId)} # ${inWords(market)}`),
  ].join('\n')}\n`;
}

/** `spread of 3 price steps of 0.01, orders from 5 shares: Will it rain?` */
export function inWords({ spread, tick, minimum, question }: MarketLook): string {
  const steps = spread === 1 ? '1 price step' : `${spread} price steps`;
  const quoted = JSON.stringify(question.slice(0, 80));
  return `spread of ${steps} of ${tick}, orders from ${minimum ?? '?'} shares: ${quoted}`;
}
