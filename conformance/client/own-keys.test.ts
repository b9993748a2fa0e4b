/** conformance/client/own-keys tests: a private key alone is enough to be judged, and is in no output. */
import { expect, it } from 'vitest';
import { inProcessTarget } from '../../sim/in-process-target.ts';
import { createSimulator } from '../../sim/simulator.ts';
import { CredentialsFile } from '../../wire/credentials.ts';
import type { HttpTraceExchange } from '../http-trace.ts';
import { judge } from '../judge.ts';
import { suiteOf } from '../suite.ts';
import { withApiKeys } from './own-keys.ts';

const profile = 'polymarket';
const KEYS = ['1', '2'].map((digit) => `0x${digit.repeat(63)}7`);
const file = { sandbox: true as const, wallets: KEYS.map((privateKey) => ({ privateKey })) };
const newTarget = () => inProcessTarget(createSimulator({ profile }));

it('creates the API key once, and derives it in later runs', async () => {
  const target = newTarget();
  const first = await withApiKeys(target, file, { profile, allowWrites: true });
  const wallets = first?.wallets ?? [];
  expect(wallets.map(({ privateKey }) => privateKey)).toEqual(KEYS);
  expect(new Set(wallets.map(({ secret }) => secret)).size).toBe(2);
  expect(await withApiKeys(target, file, { profile, allowWrites: true })).toEqual(first);
  expect(await withApiKeys(target, file, { profile })).toEqual(first);
});

it('leaves the report to the run if the deployment does not respond', async () => {
  const trouble = { kind: 'trouble', trouble: 'unreachable', detail: 'connection refused' } as const;
  const target = { ...newTarget(), send: async () => trouble };
  expect(await withApiKeys(target, file, { profile, allowWrites: true })).toBeUndefined();
  const report = await judge({ target, profile, credentials: file, allowWrites: true });
  expect(report).toMatchObject({ verdict: 'inconclusive', stopped: 'unreachable' });
});

it('creates none without permission to write, and none in a profile without private keys', async () => {
  await expect(withApiKeys(newTarget(), file, { profile })).rejects.toThrow(
    'with --allow-writes the run may create one',
  );
  await expect(withApiKeys(newTarget(), file, { profile: 'document' })).rejects.toThrow('polymarket or kuest');
});

it('a file may hold a private key alone, and nothing between that and a whole wallet', () => {
  expect(CredentialsFile.safeParse(file).success).toBe(true);
  const half = { ...file.wallets[0], apiKey: '6f9edd67-1a2b-4acd-a4b7-ddce62e0b8ce' };
  const { error } = CredentialsFile.safeParse({ ...file, wallets: [half] });
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([
    'wallets.0.address',
    'wallets.0.passphrase',
    'wallets.0.secret',
  ]);
});

it('no key is in the report or the trace of a run, whatever the target echoes', async () => {
  const target = newTarget();
  const { wallets } = (await withApiKeys(target, file, { profile, allowWrites: true })) ?? expect.fail('no keys');
  const issued = new Set<string>();
  const signatures = new Set<string>();
  const spied = {
    ...target,
    async send(request: Parameters<typeof target.send>[0]) {
      const outcome = await target.send(request);
      const signature = request.headers['poly_signature'];
      if (signature !== undefined && signature.length > 40) signatures.add(signature);
      if (outcome.kind !== 'response') return outcome;
      for (const [, secret] of outcome.response.body.matchAll(/"(?:apiKey|secret|passphrase)":"([^"]+)"/g))
        issued.add(secret ?? '');
      // The error of a careless service.
      const body = JSON.stringify({
        error: `${KEYS.join()} ${JSON.stringify(request.headers)} ${outcome.response.body}`,
      });
      const isJudged = /^\/(?:auth|data|balance)/.test(request.path);
      return isJudged ? { ...outcome, response: { ...outcome.response, status: 500, body } } : outcome;
    },
  };
  const lines: HttpTraceExchange[] = [];
  const checks = suiteOf(profile).filter(({ id }) => id.startsWith('clob.'));
  const report = await judge({
    target: spied,
    profile,
    checks,
    allowWrites: true,
    credentials: { ...file, wallets },
    onExchange: (line) => void lines.push(line),
  });
  const text = JSON.stringify([report, lines]).toLowerCase();
  expect(report.counts.fail).toBeGreaterThan(10);
  expect(signatures.size).toBeGreaterThan(20);
  const secrets = [
    ...KEYS.map((key) => key.slice(2)),
    ...wallets.flatMap(({ apiKey, secret, passphrase }) => [apiKey, secret, passphrase]),
  ];
  for (const secret of [...secrets, ...issued, ...signatures])
    expect(text.includes(secret.toLowerCase()), secret).toBe(false);
});
