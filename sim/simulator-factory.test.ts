/** sim/simulator-factory.test: simulators of one world share its data, but no state. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { invariant } from '../base/result.ts';
import { bare, get } from '../wire/message.ts';
import { signed } from '../wire/signer.ts';
import { inProcessTarget } from './in-process-target.ts';
import { testFolders } from './journal/fixtures/folder.ts';
import { createSimulator, type Simulator, simulatorFactory } from './simulator.ts';

const newFolder = testFolders();

const make = simulatorFactory({ seed: 5 });

function positionsIn(simulator: Simulator): string {
  const user = Object.values(simulator.named.wallets)[0]?.address ?? '';
  return simulator.handle(get('/positions', { user })).body;
}

describe('simulators of one factory', () => {
  it('begin like a separate simulator, after any use of earlier ones', () => {
    const alone = createSimulator({ seed: 5 });
    const first = make();
    first.advance(3_600_000);
    const second = make();
    expect([second.hash(), second.now()]).toEqual([alone.hash(), alone.now()]);
    expect(positionsIn(second)).toBe(positionsIn(alone));
    expect(first.now()).not.toBe(second.now());
  });

  it('have separate limits', () => {
    const [strict, free] = [make(), make({ limits: 'off' })];
    const last = (simulator: Simulator): number => {
      const statuses = Array.from({ length: 400 }, () => simulator.handle(get('/markets', { limit: '1' })).status);
      return statuses.at(-1) ?? 0;
    };
    expect([last(strict), last(free)]).toEqual([429, 200]);
  });

  it('leave no lock if their world cannot be built', () => {
    const directory = newFolder();
    const world = join(newFolder(), 'bad.json');
    writeFileSync(world, '[{"id": "1"}]');
    expect(() => createSimulator({ world, journal: { directory } })).toThrow('bad.json');
    expect(readdirSync(directory)).toEqual([]);
  });

  it('resume from separate journals', () => {
    const directory = newFolder();
    const first = make({ journal: { directory } });
    first.advance(86_400_000);
    const [hash, now] = [first.hash(), first.now()];
    first.close();
    const again = make({ journal: { directory } });
    expect([again.hash(), again.now(), again.journal?.recovered]).toEqual([hash, now, 1]);
    again.close();
    expect(make().now()).toBeLessThan(now);
  });
});

it('in process header names may have any letter case, as on the wire', async () => {
  const simulator = make();
  const [wallet] = simulator.credentials.wallets;
  invariant(wallet !== undefined, 'the world has credentials');
  const request = signed(wallet, bare('GET', '/data/orders'), Math.floor(simulator.now() / 1_000));
  const headers = Object.entries(request.headers).map(([name, value]) => [name.toUpperCase(), value] as const);
  const sent = await inProcessTarget(simulator).send({ ...request, headers: Object.fromEntries(headers) });
  expect(sent).toMatchObject({ kind: 'response', response: { status: 200 } });
});
