/** conformance/sandbox/target-template: the text of a target file: discovered ids, and what missing ones would allow */
import { loadRegister } from '../../spec/clauses/register.ts';
import type { Bindings, Check, Role } from '../check.ts';
import type { TargetBindings } from '../input/target-file.ts';
import { isBound, roleInWords } from '../roles.ts';

type Section = Readonly<{
  key: keyof TargetBindings;
  /** The roles that its entries can take. */
  roles: readonly Role[];
  found: (bindings: Bindings) => readonly string[];
  example: string;
}>;

const SHOWN = 3;

const SECTIONS: readonly Section[] = [
  {
    key: 'wallets',
    roles: ['wallet', 'closed-wallet', 'active-wallet'],
    found: ({ wallets, closedWallets, activeWallets }) => [
      ...new Set([wallets, closedWallets, activeWallets].flatMap((list) => list.slice(0, SHOWN))),
    ],
    example: '0x0000000000000000000000000000000000000001',
  },
  {
    key: 'profiles',
    roles: ['profile'],
    found: ({ profiles }) => profiles,
    example: '0x0000000000000000000000000000000000000001',
  },
  { key: 'comments', roles: ['comment'], found: ({ comments }) => comments, example: '1' },
  {
    key: 'markets',
    roles: ['condition', 'held-market'],
    found: ({ heldMarkets }) => heldMarkets,
    example: `0x${'0'.repeat(63)}1`,
  },
  { key: 'tokens', roles: ['book'], found: () => [], example: '1234567890' },
  { key: 'events', roles: ['event'], found: () => [], example: 'slug-of-an-event' },
];

/** Whether wallet data can be read, and the response that shows it. */
export type WalletDataLook = { readonly state: 'open' | 'closed' | 'unknown'; readonly what: string };

const WALLET_LINES: Readonly<Record<WalletDataLook['state'], string>> = {
  open: '  wallet: true #',
  closed: '  wallet: false # not judged:',
  unknown: '  # wallet: false # only if wallet data is not part of this deployment:',
};

/** Headers and routes as in a target file. A header of `hidden` has a value that is not written into files. */
export type WayIn = {
  readonly headers: Readonly<Record<string, string>>;
  readonly hidden: readonly string[];
  readonly routes: Readonly<Record<string, string>>;
};

export function targetTemplate(
  url: string,
  bindings: Bindings,
  checks: readonly Check[],
  walletData: WalletDataLook,
  { headers, hidden, routes }: WayIn,
): string {
  const sections = SECTIONS.map((section) => linesOf(section, bindings, checks));
  const hasEntries = sections.some((lines) => lines.some((line) => !line.trimStart().startsWith('#')));
  return `${[
    `# target.yaml: what Touchstone knows about ${url} before it asks. Every line is yours to change.`,
    `#   touchstone check ${url} --target-config target.yaml`,
    '',
    '# What the deployment claims. A capability that is left out is decided by what it answers.',
    walletData.state === 'unknown' ? '# capabilities:' : 'capabilities:',
    `${WALLET_LINES[walletData.state]} ${walletData.what}`,
    `  # limits: true # throttling may be provoked: ${reach(checks, ({ capability }) => capability === 'limits')}`,
    '',
    '# Headers of every request, for a gateway; $NAME is a variable of the environment.',
    ...mapLines('headers', headers, 'x-gate: $GATE'),
    ...hidden.map((name) => `  # ${name}: its value is not written here: name a variable that has it`),
    '',
    "# Other hosts for some routes: catalog, trading, data, or one such as 'POST /order'.",
    ...mapLines('routes', routes, 'trading: https://trading.test'),
    '',
    '# Part of each request window that a run may use (default 0.5), and most requests a second.',
    '# limits:',
    '#   share: 0.25',
    '#   maxRps: 40',
    '',
    '# Seconds that a check waits for a view to show a change (default 30).',
    '# patience: 30',
    '',
    '# Entities to ask for first. Discovery found those that are written out; ' +
      'name the others if the deployment has them.',
    hasEntries ? 'bindings:' : '# bindings:',
    ...sections.flat(),
  ].join('\n')}\n`;
}

function mapLines(key: string, entries: Readonly<Record<string, string>>, example: string): readonly string[] {
  const lines = Object.entries(entries).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  return lines.length === 0 ? [`# ${key}:`, `#   ${example}`] : [`${key}:`, ...lines];
}

function linesOf({ key, roles, found, example }: Section, bindings: Bindings, checks: readonly Check[]): string[] {
  const entries = found(bindings).slice(0, 2 * SHOWN);
  const missing = roles.filter((role) => !isBound(role, bindings));
  const wanted = missing.map(
    (role) =>
      `  # not found: ${roleInWords(role)}. One would serve ${reach(checks, ({ needs }) => needs.includes(role))}.`,
  );
  if (entries.length > 0) return [...wanted, `  ${key}:`, ...entries.map((entry) => `    - ${JSON.stringify(entry)}`)];
  if (missing.length > 0) return [...wanted, `  # ${key}: [${JSON.stringify(example)}]`];
  return [`  # ${key}: [${JSON.stringify(example)}] # discovery finds these by itself`];
}

/** The size of a set of checks: `12 checks of 30 MUST clauses`. */
function reach(checks: readonly Check[], isMeant: (check: Check) => boolean): string {
  const register = loadRegister();
  const meant = checks.filter(isMeant);
  const clauses = new Set(meant.flatMap((check) => check.clauses));
  const must = [...clauses].filter((id) => register.get(id)?.level === 'MUST');
  return `${meant.length} checks of ${must.length} MUST ${must.length === 1 ? 'clause' : 'clauses'}`;
}
