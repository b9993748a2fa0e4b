/** conformance/client/own-keys: creates or derives API keys before a run; errors show neither a key nor a response. */
import { numberAt, parseJson, textAt } from '../../base/json.ts';
import { loadProfile } from '../../spec/profile.ts';
import { signedByKey } from '../../wire/clob-signer/dialect.ts';
import { addressOf } from '../../wire/clob-signer/signer.ts';
import type { Credentials, CredentialsFile, Wallet, WalletDialect } from '../../wire/credentials.ts';
import { bare, get, isSuccess, type Request, type Response, type Target } from '../../wire/message.ts';
import type { RunOptions } from '../run-options.ts';

/** The key of this nonce is created once and derived by later runs. */
const NONCE = '0';

/** With the key of each wallet, created only if the run may write. Throws if none is issued; undefined if silent. */
export async function withApiKeys(
  target: Target,
  credentials: CredentialsFile | Credentials,
  { profile, allowWrites }: Pick<RunOptions, 'profile' | 'allowWrites'>,
): Promise<Credentials | undefined> {
  if (credentials.wallets.every((wallet) => 'apiKey' in wallet)) return credentials as Credentials;
  const { clob, auth } = loadProfile(profile ?? 'document');
  if (clob === undefined)
    throw new Error('a wallet with privateKey alone needs a profile in which private keys sign: polymarket or kuest');
  const clock = await responseTo(target, get('/time'));
  if (clock === undefined && (await responseTo(target, get('/markets', { limit: '1' }))) === undefined)
    return undefined;
  const timestamp = serviceSeconds(clock);
  const wallets: Wallet[] = [];
  for (const wallet of credentials.wallets)
    wallets.push(
      'apiKey' in wallet
        ? wallet
        : await issued({ target, auth, timestamp, mayCreate: allowWrites === true }, wallet.privateKey),
    );
  return { ...credentials, wallets };
}

type Issuer = Readonly<{
  target: Target;
  auth: Pick<WalletDialect, 'prefix'>;
  timestamp: number;
  mayCreate: boolean;
}>;

async function issued({ target, auth, timestamp, mayCreate }: Issuer, privateKey: string): Promise<Wallet> {
  const address = addressOf(privateKey);
  let status = '';
  for (const request of [...(mayCreate ? [bare('POST', '/auth/api-key')] : []), get('/auth/derive-api-key')]) {
    const response = await responseTo(target, signedByKey(privateKey, auth, request, { timestamp, nonce: NONCE }));
    status = response === undefined ? 'no response' : `status ${response.status}`;
    if (response === undefined || !isSuccess(response)) continue;
    const json = parseJson(response.body);
    const [apiKey, secret, passphrase] = ['apiKey', 'secret', 'passphrase'].map((name) => textAt(json, name));
    if (apiKey !== undefined && secret !== undefined && passphrase !== undefined)
      return { address, apiKey, secret, passphrase, privateKey };
    status = 'a response without apiKey, secret and passphrase';
  }
  const remedy = mayCreate ? '' : '; with --allow-writes the run may create one';
  throw new Error(`the deployment has no API key for ${address}: /auth/derive-api-key gets ${status}${remedy}`);
}

/** By `GET /time`, or by the clock of the response; otherwise by that of this machine. */
function serviceSeconds(response: Response | undefined): number {
  const seconds =
    response && isSuccess(response) ? numberAt({ seconds: parseJson(response.body) }, 'seconds') : undefined;
  const date = Date.parse(response?.headers['date'] ?? '');
  return Math.floor(seconds ?? (Number.isNaN(date) ? Date.now() : date) / 1_000);
}

async function responseTo(target: Target, request: Request): Promise<Response | undefined> {
  const outcome = await target.send(request);
  return outcome.kind === 'response' ? outcome.response : undefined;
}
