import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawStream } from '../bench/stream.ts';
import { commandsOf, fund, momentOf } from '../bench/venue-orders.ts';
import { createVenue, type Venue } from '../sim/core/venue.ts';
import { bundleCore } from './core-bundle.ts';

const folder = mkdtempSync(join(tmpdir(), 'touchstone-bundle-'));
const file = join(folder, 'core.mjs');

beforeAll(() => bundleCore(join(import.meta.dirname, '../sim/core/venue.ts'), file));
afterAll(() => rmSync(folder, { recursive: true }));

function played(create: () => Venue): { readonly answers: readonly unknown[]; readonly hash: string } {
  const venue = create();
  fund(venue);
  const answers = commandsOf(drawStream(3_000)).map((command, at) => venue.step(command, momentOf(at)));
  return { answers, hash: venue.hash() };
}

test('replies like its modules', async () => {
  const bundled: { readonly createVenue: typeof createVenue } = await import(file);
  expect(bundled.createVenue).not.toBe(createVenue);
  expect(played(bundled.createVenue)).toEqual(played(createVenue));
});

test('is one module without declared functions', () => {
  const code = readFileSync(file, 'utf8');
  expect(code).toMatch(/^const createVenue = function\(/m);
  expect(code).not.toMatch(/^(?:function|import) /m);
});
