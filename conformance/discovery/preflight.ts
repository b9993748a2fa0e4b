/** conformance/discovery/preflight: whether the target serves the interface, wallet data, and signed headers. */
import { isObject, jsonTrouble, textAt } from '../../base/json.ts';
import { ROUTES } from '../../spec/routes.ts';
import type { Wallet } from '../../wire/credentials.ts';
import { get, isCallerRefused, isSuccess, type Request, type TransportTrouble } from '../../wire/message.ts';
import { matchRoute } from '../../wire/route-match.ts';
import { type Caller, isResponse } from '../client/caller.ts';
import { SendStopped } from '../client/exchange.ts';
import type { RunClient } from '../client/run-client.ts';
import { cut } from '../evidence/excerpt.ts';
import {
  LIVE_ORDERS,
  NO_CANCEL,
  SIGNING_REMEDY,
  type Signatory,
  spoiled,
  tryBody,
  tryQuery,
  tryVariants,
} from './signing-trial.ts';

export type Preflight = Readonly<{
  /** The reason why the target cannot be judged, with a remedy, in one line. */
  unfit: string | undefined;
  isWalletBlocked: boolean;
  isTradingBlocked: boolean;
  /** The remark that says why. */
  whyBlocked?: string | undefined;
  remarks: readonly string[];
  requests: number;
}>;

/** The response to a probe, or the trouble that took its place. */
type Probe = Readonly<{ status: number; text: string; json: unknown; type: string }>;
type ProbeResult = Probe | { readonly trouble: TransportTrouble | 'throttled'; readonly detail: string };
type SendProbe = (request: Request, as?: Wallet) => Promise<ProbeResult>;

const REACH = [get('/markets', { limit: '1' }), get('/simplified-markets'), get('/events/creators', { limit: '1' })];
const ZERO_ADDRESS = `0x${'0'.repeat(40)}`;

const WALLET_ROUTES = ROUTES.filter(({ family }) => family === 'wallet').map(({ path }) => path);

export type PreflightOptions = {
  readonly wallets: readonly Wallet[];
  readonly mayWrite: boolean;
  /** The target file has `wallet: false`. */
  readonly deniesWallet: boolean;
};

export async function preflight(
  client: RunClient,
  { wallets, mayWrite, deniesWallet }: PreflightOptions,
): Promise<Preflight> {
  const probe: SendProbe = (request, as) => sendProbe(client, request, as);
  const remarks: string[] = [];
  const reached = await Promise.all(REACH.map((request) => probe(request)));
  const unfit = whyUnfit(reached);
  if (unfit !== undefined)
    return { unfit, isWalletBlocked: false, isTradingBlocked: false, remarks, requests: client.requestsOf(undefined) };

  const refusing = whyRefusing(reached);
  if (refusing !== undefined) remarks.push(refusing);
  const isWalletBlocked = isNotAllowlisted(await probe(get('/positions', { user: ZERO_ADDRESS })));
  if (isWalletBlocked) {
    remarks.push('wallet-data routes answer ip_not_allowlisted: add this address to the allowlist of the deployment');
  }
  if (deniesWallet) remarks.push(...(await deniedRemarks(probe)));
  const [wallet] = wallets;
  const signing = wallet === undefined ? [] : await trySigning(probe, signatoryOf(client, probe, wallet), mayWrite);
  remarks.push(...signing.map(({ remark }) => remark));
  if (mayWrite) remarks.push(...(await standingClock(client, probe)));
  return {
    unfit: undefined,
    isWalletBlocked,
    isTradingBlocked: signing.some(({ isBlocking }) => isBlocking),
    whyBlocked: signing.find(({ isBlocking }) => isBlocking)?.remark,
    remarks,
    requests: client.requestsOf(undefined),
  };
}

/** A clock that is off by less is not worth a wait. */
const OFFSET_SECONDS = 60;

/** A remark if the clock of the target stands still, so that its request windows never end. */
async function standingClock(client: RunClient, probe: SendProbe): Promise<readonly string[]> {
  const { clock } = client;
  const before = clock.serviceSeconds();
  if (clock.control !== undefined || Math.abs(before - Date.now() / 1_000) < OFFSET_SECONDS) return [];
  await client.wait(1_100);
  await probe(get('/markets', { limit: '1' }));
  if (clock.serviceSeconds() !== before) return [];
  return [
    'the clock of the target stands still, so the run waits a minute for each 429: ' +
      'serve with --control, --clock real or --limits off',
  ];
}

/** A remark if routes respond that the target file denies. */
async function deniedRemarks(probe: SendProbe): Promise<readonly string[]> {
  const served = await Promise.all(
    WALLET_ROUTES.map(async (path) => {
      const result = await probe(get(path));
      return isServed(result) ? [`GET ${path}`] : [];
    }),
  );
  const names = served.flat();
  if (names.length === 0) return [];
  return [
    `the target file has wallet: false, but ${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} served: ` +
      'remove that line to judge wallet data',
  ];
}

/** A required parameter is missing, so a route that is served may also return its error. */
function isServed(result: ProbeResult) {
  if ('trouble' in result || isNotAllowlisted(result)) return false;
  return isSuccess(result) || result.status === 400 || result.status === 422;
}

async function sendProbe(client: RunClient, request: Request, as: Wallet | undefined): Promise<ProbeResult> {
  try {
    const answered = await client.send(request, { route: matchRoute(request), as, isPatient: true });
    if (answered.kind === 'trouble') return answered;
    const { status, text, json, headers } = answered.exchange;
    return { status, text, json, type: headers['content-type'] ?? '' };
  } catch (error) {
    if (error instanceof SendStopped) {
      return { trouble: error.why === 'blocked' ? 'throttled' : 'aborted', detail: error.message };
    }
    throw error;
  }
}

/** Why a target is useless to a command other than a run, with a remedy; undefined if it responds like a service. */
export async function whyUnusable({ send }: Pick<Caller, 'send'>): Promise<string | undefined> {
  const reached = REACH.map(async (request): Promise<ProbeResult> => {
    const result = await send(request);
    return isResponse(result) ? { ...result, type: result.headers['content-type'] ?? '' } : result;
  });
  return whyUnfit(await Promise.all(reached));
}

/** Statuses of a gateway or a service that serves nothing at present. */
const OUT_OF_SERVICE: readonly number[] = [502, 503, 504];

/** Undefined if one route responds with JSON, because checks judge everything else. */
function whyUnfit(results: readonly ProbeResult[]): string | undefined {
  const status = onlyStatus(results);
  if (OUT_OF_SERVICE.includes(status)) {
    return (
      `the target answers each of the first requests with ${status}: it is out of service; ` +
      'judge it once it is up again'
    );
  }
  if (status === 401 || status === 403) {
    return (
      `the target answers each of the first requests with ${status}: ` +
      'give what its gateway asks for with --header NAME=VALUE or --user NAME:PASSWORD'
    );
  }
  if (results.some((one) => !('trouble' in one) && one.json !== undefined)) return undefined;
  const [first] = results;
  if (first === undefined) return undefined;
  if ('trouble' in first) return troubleLine(first.trouble, first.detail);
  if (/^\s*</.test(first.text) || first.type.includes('html')) {
    return `the target answers HTML instead of JSON (status ${first.status}): give the base address of the service`;
  }
  const type = first.type || 'no content type';
  const trouble = cut(jsonTrouble(first.text), 100);
  return (
    `the target answers no JSON (status ${first.status}, ${type}; ${trouble}): ` +
    'give the base address of the service'
  );
}

/** A likely reason why each of the first requests is refused with one status; undefined if a request succeeds. */
function whyRefusing(results: readonly ProbeResult[]): string | undefined {
  const status = onlyStatus(results);
  if (status < 400) return undefined;
  const said = `each of the first requests is answered ${status}`;
  return status < 500 ? `${said}: is the base path of the address right?` : `${said}: is the service healthy?`;
}

/** The status of all responses, 0 if they differ or one is missing. */
function onlyStatus(results: readonly ProbeResult[]): number {
  const [status = 0, ...others] = new Set(results.map((one) => ('trouble' in one ? 0 : one.status)));
  return others.length === 0 ? status : 0;
}

/** The reason why a target does not respond, with a remedy, in one line. */
export function troubleLine(trouble: TransportTrouble | 'throttled', detail: string, subject = 'the target'): string {
  const said = `(${cut(detail, 200)})`;
  switch (trouble) {
    case 'unreachable':
      return `${subject} cannot be reached ${said}: ${reachRemedy(detail)}`;
    case 'timeout':
      return `${subject} does not answer in time ${said}: check that the service is healthy`;
    case 'not-http':
      return `${subject} does not speak HTTP ${said}: check host, port and scheme`;
    case 'redirect':
      return `${subject} redirects instead of answering ${said}: give the address it redirects to`;
    case 'too-large':
      return `${subject} answers without end ${said}: give the base address of the service`;
    case 'truncated':
      return `${subject} breaks off its answers ${said}: check the service and any proxy in front of it`;
    case 'bad-encoding':
      return `${subject}'s answers cannot be decoded ${said}: check compression and character set`;
    case 'gateway':
      return `the service behind the gateway does not answer ${said}: check the service, and its place in the gateway`;
    case 'throttled':
      return `${subject} puts off every request ${said}: come back later, or ask for less with --max-rps`;
    case 'aborted':
      return `no request was sent ${said}`;
  }
}

/** The remedy for the first words that the reason has. */
const REACH_REMEDIES: readonly (readonly [string, string])[] = [
  ['does not speak TLS', 'use http:// in the address'],
  ['ALTNAME', 'its certificate has other names: use one of them in the address'],
  ['EXPIRED', 'renew its certificate, or accept any one of this machine or of --confirm-host with --insecure'],
  [
    'TLS',
    'trust its authority with --ca FILE, or accept any certificate of this machine or ' +
      'of --confirm-host with --insecure',
  ],
  ['proxy', 'check HTTP_PROXY and HTTPS_PROXY, or name the host in NO_PROXY'],
  ['', 'check the address and that the service is running'],
];

function reachRemedy(detail: string) {
  return REACH_REMEDIES.find(([words]) => detail.includes(words))?.[1] ?? '';
}

/** True for the refusal of a caller whose address is not on the allowlist. */
export function isNotAllowlisted(reply: ProbeResult | { readonly json: unknown }): boolean {
  return 'json' in reply && isObject(reply.json) && textAt(reply.json, 'error') === 'unauthorized: ip_not_allowlisted';
}

const HYPHENATED = 'nginx: underscores_in_headers on';

type SigningRemark = { readonly remark: string; readonly isBlocking: boolean };

function signatoryOf(client: RunClient, probe: SendProbe, wallet: Wallet): Signatory {
  return {
    wallet,
    seconds: () => client.clock.serviceSeconds(),
    async send(request) {
      const result = await probe(request);
      return 'trouble' in result ? undefined : result;
    },
  };
}

/**
 * Compares a signed request with an unsigned one and with one whose signature is wrong. If all three get the same
 * refusal and it mentions a missing header, a proxy drops header names with underscores. If a correctly signed request
 * is refused, no signed request can be judged, because every refusal that a check expects would have the wrong reason.
 * Section 5 leaves open how the live orders are secured, so an accepted cancel also shows that the headers are right.
 */
async function trySigning(
  probe: SendProbe,
  signatory: Signatory,
  mayWrite: boolean,
): Promise<readonly SigningRemark[]> {
  const { wallet } = signatory;
  const plain = await probe(LIVE_ORDERS);
  const good = await probe(LIVE_ORDERS, wallet);
  if ('trouble' in plain || 'trouble' in good) return [];
  if (isSuccess(good)) return await tryParts(signatory, !isSuccess(plain), mayWrite);
  if (isSuccess(plain)) return [];
  const isRefused = isCallerRefused(good);
  const cancel = isRefused && mayWrite ? await probe(NO_CANCEL, wallet) : undefined;
  if (cancel !== undefined && !('trouble' in cancel) && !isCallerRefused(cancel)) {
    const remark =
      `GET /data/orders refuses the headers of section 5 (status ${good.status}), ` +
      'and DELETE /order takes them: what only live orders show is not judged';
    return [{ remark, isBlocking: false }];
  }
  const found =
    (await tryVariants(LIVE_ORDERS, good, signatory)) ??
    (cancel === undefined || 'trouble' in cancel ? undefined : await tryVariants(NO_CANCEL, cancel, signatory));
  if (found !== undefined) return [{ remark: signingLine(found), isBlocking: true }];
  return [whyRefused(plain, good, await probe(LIVE_ORDERS, spoiled(wallet)))];
}

/** A query or a body that is signed otherwise; a route that refuses every signature is judged by its checks. */
async function tryParts(
  signatory: Signatory,
  isSecured: boolean,
  mayWrite: boolean,
): Promise<readonly SigningRemark[]> {
  const query = isSecured ? await tryQuery(signatory) : undefined;
  const body = mayWrite ? await tryBody(signatory) : undefined;
  return [
    ...(query === undefined ? [] : [{ remark: signingLine(query.text), isBlocking: false }]),
    ...(body === undefined ? [] : [{ remark: signingLine(body.text), isBlocking: body.isCertain }]),
  ];
}

function signingLine(text: string) {
  return `signatures: ${text}; ${SIGNING_REMEDY}`;
}

function whyRefused(plain: Probe, good: Probe, wrong: ProbeResult): SigningRemark {
  const isRefused = isCallerRefused(good);
  const isSame = (other: ProbeResult) =>
    !('trouble' in other) && other.status === plain.status && other.text === plain.text;
  if (!isSame(good)) return { remark: refusedLine(good, isRefused), isBlocking: isRefused };
  const speaksOfAbsence = /missing|required|absent|lacks?|(?:svc|poly|kuest)_/i.test(plain.text);
  const isCertain = speaksOfAbsence && isSame(wrong);
  const verdict = isCertain ? 'a proxy in front drops' : 'either the credentials are wrong or a proxy in front drops';
  return {
    remark:
      'signed requests are refused as if they carried no headers: ' +
      `${verdict} header names with underscores (${HYPHENATED})`,
    isBlocking: isCertain || isRefused,
  };
}

function refusedLine({ status, text }: Probe, isRefused: boolean) {
  const said = `the credentials are refused (status ${status}): ${cut(text, 200)}`;
  return isRefused
    ? `${said}; compare them with what the service knows, and a line of \`touchstone sign\` with what it computes`
    : said;
}
