/** conformance/sandbox/credentials-look: the complete wallets of a file, and a line for each missing value. */
import { isObject, listAt } from '../../base/json.ts';
import { Wallet } from '../../wire/credentials.ts';
import { type Line, ok, problem } from './diagnosis.ts';

export type CredentialsLook = {
  readonly lines: readonly Line[];
  readonly wallets: readonly Wallet[];
  readonly markets: readonly string[];
};

const FIELDS = ['address', 'apiKey', 'passphrase', 'secret'] as const;
type Field = (typeof FIELDS)[number];

export function lookAtCredentials(file: unknown): CredentialsLook {
  const whole = listAt(file, 'wallets').map((wallet) => Wallet.safeParse(wallet));
  const wallets = whole.flatMap(({ data }) => (data === undefined ? [] : [data]));
  const markets = listAt(file, 'markets').filter((id): id is string => typeof id === 'string');
  return { lines: [sandboxLine(file), ...walletLines(file), ...pairLines(wallets)], wallets, markets };
}

function sandboxLine(file: unknown): Line {
  if (isObject(file) && file['sandbox'] === true) return ok('sandbox: true');
  return problem(
    'sandbox is not true, so nothing is written',
    'set it to true once you know that orders and fills of these wallets do no harm here',
  );
}

function walletLines(file: unknown): readonly Line[] {
  return listAt(file, 'wallets').flatMap((wallet, index) => {
    const parsed = Wallet.safeParse(wallet);
    if (parsed.success) return [];
    const wrong = FIELDS.filter((field) => parsed.error.issues.some(({ path }) => path[0] === field));
    const missing = wrong.filter((field) => isMissing(wallet, field));
    const malformed = wrong.filter((field) => !missing.includes(field));
    return [
      ...(missing.length === 0 ? [] : [missingLine(missing, index)]),
      ...malformed.map((field) => malformedLine(field, index)),
      ...(wrong.length === 0 ? [unknownKeyLine(index)] : []),
    ];
  });
}

function isMissing(wallet: unknown, field: Field) {
  const value = isObject(wallet) ? wallet[field] : undefined;
  return value === undefined || value === null || value === '';
}

function missingLine(fields: readonly Field[], index: number) {
  return problem(
    `wallet ${index + 1}: missing ${fields.join(', ')}`,
    'fill in what the level-1 endpoint of the deployment issued for the wallet',
  );
}

function malformedLine(field: Field, index: number): Line {
  const form = Wallet.shape[field].safeParse('').error?.issues[0]?.message ?? 'a text';
  return problem(`wallet ${index + 1}: ${field} is not ${form}`, 'correct it');
}

function unknownKeyLine(index: number) {
  return problem(`wallet ${index + 1} is not a record of ${FIELDS.join(', ')} alone`, 'take out what else is there');
}

function pairLines(wallets: readonly Wallet[]): readonly Line[] {
  const addresses = new Set(wallets.map(({ address }) => address.toLowerCase()));
  if (addresses.size >= 2) return [ok(`${addresses.size} wallets with all four fields`)];
  const text = addresses.size === 1 ? 'one wallet with all four fields' : 'no wallet with all four fields';
  return [problem(text, 'fill in two different wallets: one rests orders, the other fills them')];
}
