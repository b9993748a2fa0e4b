/** sim/world/creators.test: profiles and comments mark a wallet as a creator exactly if `creator` finds its markets. */
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Comment } from '../../spec/resources/people.ts';
import { serveWorld } from '../fixtures/served-world.ts';
import { buildWorld } from './build.ts';
import { readDescription } from './written/description-file.ts';

const WRITTEN = readDescription({
  markets: { rain: { question: 'Will it rain?' } },
  wallets: { ada: {}, bob: {} },
});
const RECORDED = fileURLToPath(new URL('recorded/fixture.jsonl', import.meta.url));

describe.each([
  ['small', 'small'],
  ['medium', 'medium'],
  ['recorded', RECORDED],
  ['written', WRITTEN],
])('creators of the %s world', (_name, world) => {
  const served = serveWorld(buildWorld({ seed: '1', world }));
  const hasMarkets = (wallet: string): boolean =>
    (served.read('markets', { creator: wallet, limit: '1' }) as unknown[]).length > 0;

  it('are those of its wallets that have markets', () => {
    const flags = served.world.accounts.map(({ address, profile }) => ({
      address,
      creator: profile?.users.some(({ creator }) => creator) ?? false,
    }));
    expect(flags).toEqual(flags.map(({ address }) => ({ address, creator: hasMarkets(address) })));
    expect(flags.some(({ creator }) => creator)).toBe(true);
    expect(flags.some(({ creator }) => !creator)).toBe(true);
  });

  it('are marked so beside comments', () => {
    for (const { id } of served.world.comments) {
      for (const { userAddress, profile } of served.read('comment-replies', { limit: '100' }, id) as Comment[]) {
        expect(profile.isCreator).toBe(hasMarkets(userAddress));
      }
    }
  });
});
