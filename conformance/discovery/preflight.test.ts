import { describe, expect, it } from 'vitest';
import type { Request, Response, SendOutcome, TransportTrouble } from '../../wire/message.ts';
import { createBudget } from '../client/budget.ts';
import { createSentOrders } from '../client/clean-up.ts';
import { RunClient } from '../client/run-client.ts';
import { createStop } from '../client/stop.ts';
import { createRedactor } from '../evidence/redact.ts';
import { canaryWallet, fakeTarget, json, trouble } from '../fixtures/fake-target.ts';
import { type Preflight, preflight, troubleLine } from './preflight.ts';

function look(
  reply: (request: Request) => Response | SendOutcome | undefined,
  isSigned = false,
  deniesWallet = false,
  mayWrite = false,
): Promise<Preflight> {
  const target = fakeTarget(reply);
  const parts = { budget: createBudget({ share: 1 }), redactor: createRedactor([]), sentOrders: createSentOrders() };
  const [stop, cleaning] = [createStop(undefined), createStop(undefined)];
  const client = new RunClient({ target, ...parts, maxRequests: undefined, stop, cleaning });
  return preflight(client, { wallets: isSigned ? [canaryWallet()] : [], mayWrite, deniesWallet });
}

const page = { status: 200, headers: { 'content-type': 'text/html' }, body: '<!doctype html><p>hello' };

describe('preflight', () => {
  it('finds nothing wrong with a deployment', async () => {
    expect(await look(() => undefined)).toEqual({
      unfit: undefined,
      isWalletBlocked: false,
      isTradingBlocked: false,
      remarks: [],
      requests: 4,
    });
  });

  it('reports a clock that stands still before a run that writes', async () => {
    const dated = (seconds: () => number) => () =>
      json({ data: [] }, 200, { date: new Date(seconds() * 1_000).toUTCString() });
    const remarks = async (seconds: () => number, writes = true): Promise<readonly string[]> =>
      (await look(dated(seconds), false, false, writes)).remarks;
    const still = [
      expect.stringMatching(/^the clock of the target stands still.*: serve with --control, --clock real/),
    ];
    expect(await remarks(() => 1_773_230_400)).toEqual(still);
    expect(await remarks(() => 1_773_230_400, false)).toEqual([]);
    expect(await remarks(() => Math.floor(Date.now() / 1_000) - 3_600)).toEqual([]);
  });

  it.each([
    ['unreachable', /^the target cannot be reached \(as planned\): check the address/],
    ['timeout', /^the target does not answer in time/],
    ['not-http', /^the target does not speak HTTP/],
    ['redirect', /^the target redirects instead of answering .*: give the address it redirects to/],
    ['too-large', /^the target answers without end/],
    ['truncated', /^the target breaks off its answers/],
    ['bad-encoding', /^the target's answers cannot be decoded/],
  ] as const)('says in one line that the target is %s', async (kind: TransportTrouble, line) => {
    expect((await look(() => trouble(kind))).unfit).toMatch(line);
  });

  it.each([
    ['no TLS connection (UNABLE_TO_VERIFY_LEAF_SIGNATURE)', 'trust its authority with --ca FILE, or'],
    ['no TLS connection (ERR_TLS_CERT_ALTNAME_INVALID)', 'its certificate has other names'],
    ['no TLS connection (CERT_HAS_EXPIRED)', 'renew its certificate'],
    ['the port does not speak TLS', 'use http://'],
    ['by way of the proxy: connection refused', 'check HTTP_PROXY'],
    ['connection refused', 'check the address'],
  ])('has a remedy for %s', (detail, remedy) => {
    expect(troubleLine('unreachable', detail, 'the reference')).toContain(
      `the reference cannot be reached (${detail}): ${remedy}`,
    );
  });

  it('reports in one line that the target postpones every request', async () => {
    const later = json({ error: 'later' }, 429, { 'retry-after': '3600' });
    expect((await look(() => later)).unfit).toMatch(/^the target puts off every request \(.*429, Retry-After 3600\): /);
  });

  it.each([
    [404, /is the base path of the address right/],
    [500, /is the service healthy/],
  ])('wonders at a deployment that answers %s to everything', async (status, remark) => {
    const { unfit, remarks } = await look(() => json({ error: 'no' }, status));
    expect(unfit).toBeUndefined();
    expect(remarks).toEqual([expect.stringMatching(remark)]);
    expect(
      (await look(({ path }) => (path === '/markets' ? undefined : json({ error: 'no' }, status)))).remarks,
    ).toEqual([]);
  });

  it.each([401, 403])('reports in one line that nobody is let in: status %i', async (status) => {
    expect((await look(() => json({ error: 'no' }, status))).unfit).toMatch(
      /give what its gateway asks for with --header/,
    );
  });

  it.each([502, 503, 504])('reports in one line that the target is out of service: status %i', async (status) => {
    expect((await look(() => json({ error: 'down' }, status))).unfit).toBe(
      `the target answers each of the first requests with ${status}: it is out of service; ` +
        'judge it once it is up again',
    );
    const partly = await look(({ path }) => (path === '/markets' ? json({ error: 'down' }, status) : undefined));
    expect(partly.unfit).toBeUndefined();
  });

  it('distinguishes a web site from the service', async () => {
    expect((await look(() => page)).unfit).toMatch(
      /^the target answers HTML instead of JSON \(status 200\): give the base address/,
    );
    expect((await look(() => ({ status: 404, headers: {}, body: 'nope' }))).unfit).toMatch(
      /^the target answers no JSON \(status 404, no content type; Unexpected token .*\): give the base address/,
    );
  });

  it('continues if one route answers JSON, because checks judge the others', async () => {
    expect((await look(({ path }) => (path === '/markets' ? page : undefined))).unfit).toBeUndefined();
    expect((await look(({ path }) => (path === '/markets' ? trouble('redirect') : undefined))).unfit).toBeUndefined();
  });

  it('finds that this address is not on the allowlist (5, 7)', async () => {
    const closed = await look(({ path }) =>
      path === '/positions' ? json({ error: 'unauthorized: ip_not_allowlisted' }, 401) : undefined,
    );
    expect(closed.isWalletBlocked).toBe(true);
    expect(closed.remarks[0]).toContain('ip_not_allowlisted');
  });
});

describe('a target file that denies wallet data', () => {
  const remarksIf = async (reply: (request: Request) => Response | undefined): Promise<readonly string[]> =>
    (await look(({ path }) => (path === '/markets' ? undefined : reply({ path } as Request)), false, true)).remarks;

  it('is contradicted by routes that are served, also without their required parameter', async () => {
    const reply = ({ path }: Request) =>
      path === '/holders'
        ? json({ error: 'missing_field: market' }, 400)
        : path === '/activity'
          ? json([])
          : json({}, 404);
    expect(await remarksIf(reply)).toEqual([
      'the target file has wallet: false, but GET /activity, GET /holders are served: ' +
        'remove that line to judge wallet data',
    ]);
  });

  it.each([
    ['that are missing', json({ error: 'no such route' }, 404)],
    ['that refuse this caller', json({ error: 'unauthorized: ip_not_allowlisted' }, 400)],
    ['that are stubs', json({ error: 'no' }, 501)],
  ])('is not contradicted by routes %s', async (_, response) => {
    expect((await remarksIf(() => response)).filter((remark) => remark.includes('wallet: false'))).toEqual([]);
  });
});

describe('signed headers', () => {
  const missing = json({ error: 'missing header SVC_ADDRESS' }, 401);

  it('that a proxy drops are recognised', async () => {
    const dropped = await look(({ path }) => (path === '/data/orders' ? missing : undefined), true);
    expect(dropped.isTradingBlocked).toBe(true);
    expect(dropped.remarks[0]).toMatch(
      /as if they carried no headers: a proxy in front drops header names with underscores/,
    );
  });

  it('that arrive and are refused say why, and nothing that is signed is judged', async () => {
    const refused = await look(({ path, headers }) => {
      if (path !== '/data/orders') return undefined;
      return 'svc_address' in headers ? json({ error: 'unknown API key' }, 401) : missing;
    }, true);
    expect(refused).toMatchObject({ isTradingBlocked: true, remarks: [expect.stringContaining('unknown API key')] });
    const broken = await look(({ path, headers }) => {
      if (path !== '/data/orders') return undefined;
      return 'svc_address' in headers ? json({ error: 'oops' }, 500) : missing;
    }, true);
    expect(broken).toMatchObject({ isTradingBlocked: false, remarks: [expect.stringContaining('status 500')] });
  });

  it('that get a refusal in the same words leave both explanations open', async () => {
    const same = await look(({ path }) => (path === '/data/orders' ? json({ error: 'denied' }, 403) : undefined), true);
    expect(same.isTradingBlocked).toBe(true);
    expect(same.remarks[0]).toContain('either the credentials are wrong or a proxy');
  });

  it('that are accepted leave no remark', async () => {
    const fine = await look(
      ({ path, headers }) => (path === '/data/orders' && !('svc_address' in headers) ? missing : undefined),
      true,
    );
    expect(fine.remarks).toEqual([]);
  });
});
