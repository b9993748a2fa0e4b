/** conformance/mistakes/transport tests: lawful habits of transport and time pass, and wrong signing is explained. */
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { startServer } from '../../sim/http/server.ts';
import { inProcessTarget } from '../../sim/in-process-target.ts';
import { createSimulator } from '../../sim/simulator.ts';
import { withControl } from '../../wire/http-control.ts';
import { httpTarget } from '../../wire/http-target.ts';
import type { Handler, Response } from '../../wire/message.ts';
import { judgeNew, problemsIn } from '../fixtures/judged-service.ts';
import { createAccounts } from '../fixtures/second-service/accounts.ts';
import type { Mistake, ServiceRequest } from '../fixtures/second-service/mistake.ts';
import { judge } from '../judge.ts';
import type { Report } from '../report.ts';

const isRead = ({ method, path }: ServiceRequest) => method === 'GET' || path === '/books' || path === '/prices';

const FAILURE = { status: 500, body: '{"error":"internal_error: unexpected database failure"}' };

/** Fails each read whose number is a multiple of `every`. */
function failingEach(every: number): Mistake {
  let reads = 0;
  return (reply) => (request) => {
    if (isRead(request)) reads += 1;
    return isRead(request) && reads % every === 0 ? FAILURE : reply(request);
  };
}

const failingAlways: Mistake = (reply) => (request) => (/limit=1\b/.test(request.query) ? FAILURE : reply(request));

describe('a read that fails', () => {
  const only = ['positions.limit.*', 'positions.pages-of-*'] as const;

  it('once in dozens is a fact and no problem', async () => {
    const report = await judgeNew({ mistake: failingEach(41) }, { only });
    expect(problemsIn(report)).toEqual([]);
    expect(report.fingerprint).toMatchObject({ 'flaky.positions': 'status 500 once' });
  });

  it('again is judged', async () => {
    const report = await judgeNew({ mistake: failingAlways }, { only });
    expect(problemsIn(report)).toContainEqual(expect.stringMatching(/^fail positions\./));
    expect(Object.keys(report.fingerprint)).not.toContainEqual(expect.stringMatching(/^flaky/));
  });
});

/** Serves only so many requests in any second; a refusal does not say when to come back. */
function allowing(perSecond: number): Mistake {
  let served: readonly number[] = [];
  return (reply) => (request) => {
    served = served.filter((moment) => moment > Date.now() - 1_000);
    if (served.length >= perSecond) return { status: 429, body: '{"error":"slow down"}' };
    served = [...served, Date.now()];
    return reply(request);
  };
}

describe('limits below those of the interface', () => {
  const only = ['positions.limit.*', 'books.*', 'place-order.rests-*', 'cancel-order.*'] as const;

  it('leave no check without a verdict', async () => {
    const report = await judgeNew({ mistake: allowing(1) }, { only });
    expect(problemsIn(report)).toEqual([]);
    expect(report.counts.pass).toBeGreaterThan(20);
    expect(report.remarks).toEqual([]);
  });

  it('of one route block its checks and no others', async () => {
    const mistake: Mistake = (reply) => (request) =>
      request.path === '/books' ? { status: 429, body: '{"error":"slow down"}' } : reply(request);
    const report = await judgeNew({ mistake }, { only: ['positions.limit.*', 'books.*'] });
    expect(new Set(problemsIn(report).map((line) => line.split('.')[0]))).toEqual(new Set(['blocked books']));
    expect(report.stopped).toBeUndefined();
  });
});

/** Accepts the signature that `sign` computes, in place of the documented one. */
function signing(sign: (request: ServiceRequest, secret: string, stamp: string) => string): Mistake {
  const accounts = createAccounts();
  return (reply) => (request) => {
    const { svc_api_key: key, svc_timestamp: stamp = '', svc_signature: given } = request.headers;
    const credentials = accounts.find((account) => account.credentials?.apiKey === key)?.credentials;
    if (credentials === undefined) return reply(request);
    const { method, path, body } = request;
    const documented = hmac(Buffer.from(credentials.secret, 'base64'), `${stamp}${method}${path}${body}`);
    const isRight = given === sign(request, credentials.secret, String(stamp));
    return reply({ ...request, headers: { ...request.headers, svc_signature: isRight ? documented : 'f'.repeat(64) } });
  };
}

function hmac(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

const decoded = (secret: string): Buffer => Buffer.from(secret, 'base64');

describe('signatures that a service computes otherwise', () => {
  const only = ['place-order.rests-*', 'cancel-order.effect'] as const;

  it.each<[string, Mistake, RegExp]>([
    [
      'without the body',
      signing(({ method, path }, secret, stamp) => hmac(decoded(secret), `${stamp}${method}${path}`)),
      /^signatures: the service accepts DELETE \/order signed without the body, and refuses it .*D\/signing-string/,
    ],
    [
      'with the secret as text',
      signing(({ method, path, body }, secret, stamp) => hmac(Buffer.from(secret), stamp + method + path + body)),
      /^signatures: the service accepts GET \/data\/orders signed with the text of the secret as the key, not decoded/,
    ],
  ])('%s: trading is blocked, and the reason named', async (_, mistake, remark) => {
    const report = await judgeNew({ mistake }, { only });
    expect(report.remarks).toContainEqual(expect.stringMatching(remark));
    expect(report.capabilities['trading']).toBe('blocked');
    expect(report.counts).toMatchObject({ fail: 0, warn: 0, note: 0 });
  });

  it('with another body: the reason is requested, and the checks judge', async () => {
    const mistake = signing(({ method, path, body }, secret, stamp) =>
      hmac(decoded(secret), stamp + method + path + body.slice(3)),
    );
    const report = await judgeNew({ mistake }, { only });
    expect(report.remarks).toContainEqual(
      expect.stringMatching(
        /^signatures: accepted without a body, refused with one \(DELETE \/order, status 4\d\d\): is the body in/,
      ),
    );
    expect(report.capabilities['trading']).toBe('claimed');
  });

  it('with the query: the reason is named, and nothing is failed', async () => {
    const mistake = signing(({ method, path, query, body }, secret, stamp) =>
      hmac(decoded(secret), `${stamp}${method}${path}${query && '?'}${query}${body}`),
    );
    const report = await judgeNew({ mistake }, { only });
    expect(report.remarks).toContainEqual(
      expect.stringMatching(/^signatures: the service accepts GET \/data\/orders\?market=\.\.\. signed with the query/),
    );
    expect(report.capabilities['trading']).toBe('claimed');
    expect(report.counts).toMatchObject({ fail: 0, warn: 0 });
  });
});

const ROUND_KEY = '00000000-0000-4000-8000-000000000000';

/** A service with a round API key in place of `own`. */
function keyed(handle: Handler, own: string, secret: string): Handler {
  return (request) => {
    const { svc_api_key: key = '', svc_timestamp: stamp = '', svc_signature: given } = request.headers;
    const sent = typeof request.body === 'string' ? request.body : '';
    const digest = (text: string): string => hmac(decoded(secret), `${stamp}${request.method}${request.path}${text}`);
    const body = sent.replaceAll(ROUND_KEY, own);
    const signature = given === digest(sent) ? { svc_signature: digest(body) } : {};
    const named = key === ROUND_KEY ? { svc_api_key: own } : {};
    const response = handle({ ...request, body, headers: { ...request.headers, ...signature, ...named } });
    return { ...response, body: response.body.replaceAll(own, ROUND_KEY) };
  };
}

describe('a name that looks like a placeholder', () => {
  it('may be a key of the service', async () => {
    const { handle, credentials } = createSimulator();
    const [first, ...others] = credentials.wallets;
    if (first === undefined) throw new Error('no wallet signs');
    const report = await judge({
      target: inProcessTarget({ ...createSimulator(), handle: keyed(handle, first.apiKey, first.secret) }),
      credentials: { ...credentials, wallets: [{ ...first, apiKey: ROUND_KEY }, ...others] },
      allowWrites: true,
      profile: 'document',
      only: ['place-order.foreign-owner', 'place-order.unknown-key'],
    });
    expect(problemsIn(report)).toEqual([]);
    expect(report.counts.pass).toBe(2);
  });
});

/** Wallet data comes from a cache on the real clock, and the clock of the service is moved by control routes. */
async function judgeCached(lifetimeMs: number): Promise<Report> {
  const simulator = createSimulator();
  const cached = new Map<string, { readonly response: Response; readonly at: number }>();
  const handle: Handler = (request) => {
    if (request.path !== '/positions') return simulator.handle(request);
    const known = cached.get(request.query);
    if (known !== undefined && performance.now() - known.at < lifetimeMs) return known.response;
    const response = simulator.handle(request);
    cached.set(request.query, { response, at: performance.now() });
    return response;
  };
  const server = await startServer(handle, { control: simulator });
  const target = await withControl(httpTarget(new URL(server.url)));
  try {
    const only = ['place-order.fresh-fill'] as const;
    return await judge({ target, credentials: simulator.credentials, allowWrites: true, patience: 2, only });
  } finally {
    await target.close();
    await server.close();
  }
}

describe('a cache on the real clock before a service whose own clock is moved', () => {
  it('is waited for', async () => {
    const report = await judgeCached(600);
    expect(problemsIn(report)).toEqual([]);
    expect(report.counts.pass).toBeGreaterThan(0);
  });

  it('is not waited for without end', async () => {
    const start = performance.now();
    expect(problemsIn(await judgeCached(60_000))).toContainEqual(expect.stringMatching(/^fail /));
    expect(performance.now() - start).toBeLessThan(30_000);
  });
});
