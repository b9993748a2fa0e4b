import { afterEach, describe, expect, it, vi } from 'vitest';
import { withJson } from '../wire/message.ts';
import { signed } from '../wire/signer.ts';
import { fetchHandler } from './fetch-handler.ts';
import { createSimulator } from './simulator.ts';

const ORIGIN = 'http://venue.test';
const simulator = createSimulator({ world: 'small' });
const handler = fetchHandler(simulator);

describe('fetchHandler', () => {
  it('returns the response of the simulator: status, headers, body, with path and query decoded once', async () => {
    const response = await handler(new Request(`${ORIGIN}/markets?limit=1&slug=no%20such`));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await response.json()).toEqual([]);
    const refused = await handler(new Request(`${ORIGIN}/events/x`));
    expect([refused.status, await refused.json()]).toEqual([400, expect.objectContaining({ type: 'bad request' })]);
  });

  it('passes bodies and signed headers on', async () => {
    const [wallet] = simulator.credentials.wallets;
    if (wallet === undefined) throw new Error('the small world has wallets');
    const seconds = Math.floor(simulator.now() / 1_000);
    const { method, path, headers, body } = signed(wallet, withJson('DELETE', '/order', { orderId: 'none' }), seconds);
    const response = await handler(new Request(`${ORIGIN}${path}`, { method, headers, body: String(body) }));
    expect([response.status, await response.json()]).toEqual([
      200,
      { canceled: [], not_canceled: { none: expect.any(String) } },
    ]);
  });

  it.each([
    ['a string', `${ORIGIN}/markets?limit=1`],
    ['a path', '/markets?limit=1'],
    ['a URL', new URL(`${ORIGIN}/markets?limit=1`)],
    ['a Request', new Request(`${ORIGIN}/markets?limit=1`)],
  ])('takes %s, as fetch does', async (_, input) => {
    expect(await (await handler(input)).json()).toHaveLength(1);
  });

  it('takes the method, headers and body of init', async () => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '[]' };
    expect(await (await handler('/books', init)).json()).toEqual([]);
    expect((await handler(new Request(`${ORIGIN}/books`, init), { body: '{' })).status).toBe(400);
  });

  it('rejects an aborted request and a URL that is none', async () => {
    await expect(handler('/markets', { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
    await expect(handler('http://[')).rejects.toThrow(TypeError);
  });

  it('responds to HEAD without a body', async () => {
    const response = await handler(new Request(`${ORIGIN}/markets`, { method: 'HEAD' }));
    expect(await response.text()).toBe('');
  });
});

describe('in place of fetch, as docs/simulator.md shows it', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('serves the requests of a client that knows nothing of the simulator', async () => {
    vi.stubGlobal('fetch', handler);
    const response = await fetch(`${ORIGIN}/markets?limit=2`);
    expect(response.status).toBe(200);
    expect(await response.json()).toHaveLength(2);
  });
});
