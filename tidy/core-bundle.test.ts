/** The bundled core is the core: the same answers, event for event, and nothing in it that could be declared anew. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawStream } from '../bench/stream.ts';
import { commandsOf, fund, momentOf } from '../bench/venue-orders.ts';
import { createExchange, type Exchange } from '../sim/core/exchange.ts';
import { bundleCore } from './core-bundle.ts';

const folder = mkdtempSync(join(tmpdir(), 'touchstone-bundle-'));
const file = join(folder, 'core.mjs');

beforeAll(() => bundleCore(join(import.meta.dirname, '../sim/core/exchange.ts'), file));
afterAll(() => rmSync(folder, { recursive: true }));

function played(create: () => Exchange): { readonly answers: readonly unknown[]; readonly hash: string } {
  const exchange = create();
  fund(exchange);
  const answers = commandsOf(drawStream(3_000)).map((command, at) => exchange.step(command, momentOf(at)));
  return { answers, hash: exchange.hash() };
}

test('answers as the modules it is made of', async () => {
  const bundled: { readonly createExchange: typeof createExchange } = await import(file);
  expect(bundled.createExchange).not.toBe(createExchange);
  expect(played(bundled.createExchange)).toEqual(played(createExchange));
});

test('is one module without declared functions', () => {
  const code = readFileSync(file, 'utf8');
  expect(code).toMatch(/^const createExchange = function\(/m);
  expect(code).not.toMatch(/^(?:function|import) /m);
});
