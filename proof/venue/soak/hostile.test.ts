/** proof/venue/soak/hostile.test: malformed commands are refused and change nothing. */
import { describe, expect, it } from 'vitest';
import type { Command } from '../../../spec/venue/command.ts';
import { order, stage } from '../oracle/stage.ts';
import { isHostile, malform, unmasked } from './hostile.ts';
import { streamOf } from './options.ts';

const GOOD: readonly Command[] = [
  { kind: 'list-market', terms: { tick: 100, minSize: 1, fee: { rate: 0, exponent: 1, takerOnly: true }, delayMs: 0 } },
  { kind: 'open-wallet' },
  { kind: 'deposit', wallet: 0, amount: 1 },
  { kind: 'split', wallet: 0, market: 0, size: 1 },
  { kind: 'merge', wallet: 0, market: 0, size: 1 },
  { kind: 'redeem', wallet: 0, market: 0 },
  order(0, 'BUY', 0, 50, 1),
  { ...order(0, 'BUY', 0, 50, 1), type: 'GTD', expiresAt: 10_000_000 },
  { kind: 'cancel', wallet: 0, order: 0 },
  { kind: 'heartbeat', key: 0 },
  { kind: 'pause-market', market: 0 },
  { kind: 'resume-market', market: 0 },
  { kind: 'close-market', market: 0 },
  { kind: 'resolve-market', market: 0, payout: [1_000_000, 0] },
  { kind: 'change-tick', market: 0, tick: 10 },
  { kind: 'group-markets', markets: [0, 1] },
  { kind: 'convert', wallet: 0, group: 0, markets: [0, 1], size: 1 },
  { kind: 'disturb-settlement', trade: 0, outcome: 'fail' },
];

describe('malformed commands', () => {
  it.each(GOOD.map((command) => [command.kind, command] as const))(
    'of kind %s are refused, whichever field is malformed',
    (_, good) => {
      const { venue, step } = stage();
      const stream = streamOf(1, good.kind);
      const before = venue.hash();
      const templates = new Set(Array.from({ length: 1_200 }, () => JSON.stringify(malform(good, stream))));
      expect(templates.size).toBeGreaterThan(good.kind === 'open-wallet' ? 20 : 40);
      for (const text of templates) {
        const template: unknown = JSON.parse(text);
        expect(isHostile(template)).toBe(true);
        expect(step(unmasked(template)).ok, text).toBe(false);
      }
      expect(venue.hash()).toBe(before);
    },
  );

  it('are distinguished from valid ones', () => {
    for (const command of GOOD) {
      expect(isHostile(command)).toBe(false);
      expect(unmasked(command)).toEqual(command);
    }
  });
});
