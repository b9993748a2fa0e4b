/** scenarios/running/requests: the request of a step, signed if the step names a wallet. */
import { isUtf8 } from 'node:buffer';
import type { NamedMarket } from '../../sim/named.ts';
import type { Wallet } from '../../wire/credentials.ts';
import type { Request } from '../../wire/message.ts';
import { orderBody, overlaid } from '../../wire/order-body.ts';
import { signed } from '../../wire/signer.ts';
import { fill, type Scope } from '../expression/expression.ts';
import type { Step, StepOf } from '../language/step.ts';
import { marketOf, readerOf } from '../stages/deployment.ts';
import { lackingMarket, lackingWallet } from './needs.ts';
import { Lacking, type Play, ScenarioError } from './play.ts';
import { spanMs } from './spans.ts';

export type SendingStep = Extract<Step, { expect?: unknown }>;
type Sign = NonNullable<Extract<SendingStep, { sign?: unknown }>['sign']>;

export type Prepared = { readonly request: Request; readonly as: string | undefined };

type Raw = {
  method: string;
  path: string;
  query: string;
  headers: Record<string, string>;
  body?: NonNullable<Request['body']>;
};

/** Fills a step in and signs it at the service clock. Throws `ScenarioError`. */
export async function prepare(play: Play, step: SendingStep, scope: Scope): Promise<Prepared> {
  const as = step.as === undefined ? defaultWallet(play, step) : String(fill(step.as, scope));
  const wallet = as === undefined ? undefined : walletOf(play, as);
  const now = await play.stage.now();
  const raw = await rawOf(play, step, scope, wallet, now);
  const client = 'client' in step && step.client !== undefined ? { client: String(fill(step.client, scope)) } : {};
  const request: Request = { ...raw, ...client };
  if (wallet === undefined) return { request, as };
  const sign = 'sign' in step ? step.sign : undefined;
  const skew = sign?.skew === undefined ? 0 : Number(fill(sign.skew, scope));
  if (!Number.isFinite(skew)) throw new ScenarioError(`sign.skew needs seconds, not ${JSON.stringify(sign?.skew)}`);
  const { headers } = signed(wallet, signedInstead(request, sign, scope), Math.floor(now / 1_000) + skew);
  return { request: { ...request, headers: changed(headers, fill(sign?.headers ?? {}, scope)) }, as };
}

/** The request that is signed: the one that is sent, unless the step has another. */
function signedInstead(request: Request, sign: Sign | undefined, scope: Scope): Request {
  if (sign === undefined) return request;
  const own = fill({ method: sign.method, path: sign.path }, scope) as Sign;
  const { method = request.method, path = request.path } = own;
  return { ...request, method, path, ...(sign.text !== undefined && { body: String(fill(sign.text, scope)) }) };
}

/** Orders, cancels and heartbeats need a signature: by default that of the first wallet. */
function defaultWallet(play: Play, step: SendingStep) {
  return 'order' in step || 'cancel' in step || 'heartbeat' in step ? Object.keys(play.stage.wallets)[0] : undefined;
}

function walletOf({ stage }: Play, name: string): Wallet {
  const wallet = stage.wallets[name];
  if (wallet !== undefined && Object.hasOwn(stage.wallets, name)) return wallet;
  const lacking = lackingWallet(name, stage);
  if (lacking !== undefined) throw new Lacking(lacking);
  throw new ScenarioError(`there is no wallet ${name}: there are ${Object.keys(stage.wallets).join(', ') || 'none'}`);
}

function changed(headers: Readonly<Record<string, string>>, changes: unknown): Record<string, string> {
  const whole: Record<string, string> = { ...headers };
  for (const [name, value] of Object.entries(changes as Record<string, unknown>)) {
    if (value === null) delete whole[name.toLowerCase()];
    else whole[name.toLowerCase()] = String(value);
  }
  return whole;
}

async function rawOf(
  play: Play,
  step: SendingStep,
  scope: Scope,
  wallet: Wallet | undefined,
  now: number,
): Promise<Raw> {
  if ('order' in step) return json('POST', '/order', await orderOf(play, step, scope, wallet, now));
  if ('cancel' in step) return json('DELETE', '/order', { orderId: fill(step.cancel, scope) });
  if ('heartbeat' in step) return heartbeat(String(fill(step.heartbeat, scope)));
  const [method, target] = methodOf(step);
  const [path = '', inPath = ''] = splitOnce(String(fill(target, scope)), '?');
  const query = [inPath, queryOf(fill(step.query, scope))].filter((part) => part !== '').join('&');
  const headers = Object.entries((fill(step.headers ?? {}, scope) ?? {}) as Record<string, unknown>).map(
    ([name, value]) => [name.toLowerCase(), String(value)] as const,
  );
  const raw: Raw = { method: String(fill(method, scope)), path, query, headers: Object.fromEntries(headers) };
  if (step.bytes !== undefined) return { ...withType(raw), body: bodyOf(String(fill(step.bytes, scope))) };
  if (step.text !== undefined) return { ...withType(raw), body: String(fill(step.text, scope)) };
  return step.body === undefined ? raw : { ...withType(raw), body: JSON.stringify(fill(step.body, scope)) };
}

/** Bytes as the server receives them: a text, or why they are not one. */
function bodyOf(base64: string): NonNullable<Request['body']> {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.toString('base64') !== base64) throw new ScenarioError(`bytes: this is not base64: ${base64.slice(0, 60)}`);
  return isUtf8(bytes) ? bytes.toString('utf8') : { unreadable: 'not-utf8', bytes };
}

function withType(raw: Raw): Raw {
  return { ...raw, headers: { 'content-type': 'application/json', ...raw.headers } };
}

function json(method: string, path: string, body: unknown): Raw {
  const headers = { 'content-type': 'application/json' };
  return { method, path, query: '', headers, body: JSON.stringify(body) };
}

function heartbeat(id: string): Raw {
  if (id === 'plain') return { method: 'POST', path: '/heartbeats', query: '', headers: {} };
  return json('POST', '/v1/heartbeats', id === 'start' ? {} : { heartbeat_id: id });
}

function methodOf(step: Extract<SendingStep, { query?: unknown }>): readonly [method: string, target: string] {
  if ('get' in step) return ['GET', step.get];
  if ('post' in step) return ['POST', step.post];
  if ('delete' in step) return ['DELETE', step.delete];
  return [step.send, step.path];
}

function splitOnce(text: string, mark: string): readonly string[] {
  const at = text.indexOf(mark);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** A list repeats its parameter. */
function queryOf(query: unknown): string {
  if (query === undefined) return '';
  if (typeof query === 'string') return query;
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query as Record<string, unknown>)) {
    for (const one of Array.isArray(value) ? value : [value]) params.append(name, String(one));
  }
  return params.toString();
}

async function orderOf(
  play: Play,
  { order }: StepOf<'order'>,
  scope: Scope,
  wallet: Wallet | undefined,
  now: number,
): Promise<unknown> {
  const filled = fill(order, scope) as Record<string, unknown>;
  const name = String(filled['market']);
  const market = await marketCalled(play, name);
  if (wallet === undefined) throw new ScenarioError('an order needs a wallet, and the deployment has none');
  const expires = filled['expires'];
  const postOnly = filled['postOnly'];
  const body = orderBody({
    market,
    wallet,
    outcome: filled['outcome'] === 'no' ? 'no' : 'yes',
    side: String(filled['side']),
    type: String(filled['type']),
    price: Number(filled['price']),
    size: Number(filled['size']),
    // Drawn, so that the same scenario can be played again on a deployment that remembers.
    salt: String(filled['salt'] ?? play.saltRng.int(2 ** 52)),
    now,
    ...(typeof postOnly === 'boolean' && { postOnly }),
    ...(expires !== undefined && { expiration: Math.floor((now + spanMs(expires)) / 1_000) }),
  });
  return overlaid(body, filled['over']);
}

/** A market by name, or any market of the deployment by its condition id, such as a closed one. */
async function marketCalled({ stage }: Play, name: string): Promise<NamedMarket> {
  const known = Object.hasOwn(stage.markets, name) ? stage.markets[name] : undefined;
  const market = known ?? (/^0x[\da-fA-F]{64}$/.test(name) ? await marketOf(readerOf(stage.send), name) : undefined);
  if (market !== undefined) return market;
  const lacking = lackingMarket(name, stage);
  if (lacking !== undefined) throw new Lacking(lacking);
  const names = Object.keys(stage.markets).join(', ') || 'none';
  throw new ScenarioError(`there is no market ${name}: there are ${names}; or pass the condition id of a listed one`);
}
