import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { drawStream } from '../bench/stream.ts';
import { commandsOf, fund, momentOf } from '../bench/venue-orders.ts';
import { createVenue, type Venue } from '../sim/core/venue.ts';
import { testFolder } from '../spec/fixtures/test-folder.ts';
import { bundleCore } from './core-bundle.ts';

const { folder } = testFolder('bundle');
const file = join(folder, 'core.mjs');

beforeAll(() => bundleCore(join(import.meta.dirname, '../sim/core/venue.ts'), file));

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
