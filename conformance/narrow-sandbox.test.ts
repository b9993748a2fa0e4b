/**
 * conformance/narrow-sandbox tests: in a deployment whose every book has a spread of one tick, nearly all checks judge;
 * the actions of other wallets fail none of them, and faults are still found. TEST_PART=0 and 1 are both seeds.
 */
import { describe, expect, it } from 'vitest';
import { objectAt, parseJson, textAt } from '../base/json.ts';
import { everyMutant } from '../proof/judge/catalog.ts';
import { mutated } from '../proof/judge/mutated.ts';
import { NARROW_WORLD } from '../proof/judge/wrappers/narrow-world.ts';
import { inProcessTarget } from '../sim/in-process-target.ts';
import { createSimulator, type Simulator } from '../sim/simulator.ts';
import { loadRegister } from '../spec/clauses/register.ts';
import { drawnPart } from '../spec/fixtures/drawn-part.ts';
import type { Credentials } from '../wire/credentials.ts';
import { type Handler, withJson } from '../wire/message.ts';
import { signed } from '../wire/signer.ts';
import { createNarrowSandbox } from './fixtures/narrow-sandbox.ts';
import type { Report } from './report.ts';
import { runChecks } from './run.ts';
import { allChecks } from './suite.ts';

const register = loadRegister();
const TRADING_MUST = register.clauses
  .filter(({ level, observable, excluded }) => level === 'MUST' && observable === 'trading' && excluded === undefined)
  .map(({ id }) => id);

type Narrow = { readonly simulator: Simulator; readonly credentials: Credentials };

function judgeWrites({ simulator, credentials }: Narrow, handle = simulator.handle, only: string[] = []) {
  const checks = allChecks().filter(({ capability }) => capability === 'trading');
  const target = inProcessTarget({ ...simulator, handle });
  return runChecks({ target, checks, register, share: 1_000, credentials, allowWrites: true, only });
}

const failures = ({ checks }: Report): readonly string[] =>
  checks
    .filter(({ verdict }) => ['fail', 'warn', 'error', 'blocked'].includes(verdict))
    .map(({ id, findings: [first] }) => `${id}: ${first?.clause} ${first?.expected}, was ${first?.actual}`);

/** The service of a sandbox in which another wallet refills each side at once after any fill. */
function refilled({ simulator }: Narrow): Handler {
  const [, , carol] = simulator.credentials.wallets;
  let count = 0;
  return (request) => {
    const response = simulator.handle(request);
    const body = parseJson(String(request.body));
    const order = objectAt(body, 'order');
    const isFilled = request.path === '/order' && textAt(body, 'orderType') === 'FOK' && response.status === 200;
    if (!isFilled || order === undefined || carol === undefined) return response;
    count += 1;
    const [maker, side] = [carol.address, order['side'] === 'BUY' ? 'SELL' : 'BUY'];
    const refill: Record<string, unknown> = { ...order, maker, signer: maker, side, salt: `refill-${count}` };
    [refill['makerAmount'], refill['takerAmount']] = [order['takerAmount'], order['makerAmount']];
    const unsigned = withJson('POST', '/order', { order: refill, orderType: 'GTC', owner: carol.apiKey });
    simulator.handle(signed(carol, unsigned, Math.floor(simulator.now() / 1_000)));
    return response;
  };
}

const { part: seeds } = drawnPart([1, 2], 2);

describe('a sandbox whose every book has a spread of one tick', () => {
  it.each(seeds)('has at least 90 % of the trading clauses verified, and none failed (seed %i)', async (seed) => {
    const report = await judgeWrites(createNarrowSandbox(seed));
    expect(failures(report)).toEqual([]);
    const open = TRADING_MUST.filter((id) => report.unverified.includes(id));
    expect(open.length / TRADING_MUST.length, open.join(' ')).toBeLessThan(0.1);
  });

  it('fails no check if another wallet restores the taken size at once', async () => {
    const sandbox = createNarrowSandbox();
    const report = await judgeWrites(sandbox, refilled(sandbox), ['place-order.*']);
    expect(failures(report)).toEqual([]);
    expect(report.unverified).not.toContain('4.3/fill.position');
  });

  it('gives the remedy of a check that needs an order in front: a market with room', async () => {
    const report = await judgeWrites(createNarrowSandbox(), undefined, ['place-order.partial-fill']);
    const [check] = report.checks.filter(({ id }) => id === 'place-order.partial-fill');
    expect(check).toMatchObject({
      verdict: 'not-testable',
      reason: expect.stringMatching(/^no market set aside has a spread of two ticks/),
      remedy: expect.stringMatching(/^name a market with a spread of two ticks or more in the credentials file/),
    });
  });

  it('is judged as a whole where a single market has a wider spread', async () => {
    const markets = { ...NARROW_WORLD.markets, wide: {} };
    const wallets = Object.fromEntries(
      Object.entries(NARROW_WORLD.wallets ?? {}).map(([name, wallet]) => [
        name,
        { ...wallet, tokens: { ...wallet.tokens, wide: 5_000 } },
      ]),
    );
    const simulator = createSimulator({ world: { ...NARROW_WORLD, markets, wallets } });
    const report = await judgeWrites({ simulator, credentials: simulator.credentials });
    expect(failures(report)).toEqual([]);
    expect(TRADING_MUST.filter((id) => report.unverified.includes(id))).toEqual([]);
  });

  it.each(['positions.frozen.taken', 'activity.frozen.taken', 'builder-trades.price-dear', 'place-order.fok-rests'])(
    'still shows the mistake of the mutant %s',
    async (id) => {
      const { wrap, breaks: clause } = everyMutant.find((mutant) => mutant.id === id) ?? expect.fail(`no mutant ${id}`);
      const sandbox = createNarrowSandbox();
      const report = await judgeWrites(sandbox, mutated(sandbox.simulator, wrap).handle, [clause]);
      expect(report.checks.flatMap(({ findings }) => findings.map((finding) => finding.clause))).toContain(clause);
    },
  );
});
