/** sim/views/follower.test: a fold reads every event once and in order, from any beginning, and none before. */
import { describe, expect, it } from 'vitest';
import type { Event } from '../../spec/venue/event.ts';
import { createFollower, type Follower } from './follower.ts';

function logOf(length: number) {
  const log = { eventCount: length };
  const read: number[] = [];
  const follower = createFollower(log, (position) => {
    read.push(position);
    return { kind: 'withdrawn', wallet: position, amount: 0, at: 0 } as unknown as Event;
  });
  return { log, read, follower };
}

function noting(follower: Follower): { readonly fold: () => number[] } {
  const seen: number[] = [];
  return { fold: follower.fold(seen, (_, position) => seen.push(position)) };
}

describe('a fold', () => {
  it('that is never read costs nothing, and the follower still reads the log', () => {
    const { log, read, follower } = logOf(3);
    noting(follower);
    log.eventCount = 5;
    expect(follower.seen).toBe(3);
    follower.catchUp();
    expect([follower.seen, read]).toEqual([5, []]);
  });

  it('begins with the whole log so far', () => {
    const { log, follower } = logOf(3);
    const { fold } = noting(follower);
    log.eventCount = 5;
    expect(fold()).toEqual([0, 1, 2]);
    follower.catchUp();
    expect(fold()).toEqual([0, 1, 2, 3, 4]);
  });

  it('that begins later than another has the same events', () => {
    const { log, follower } = logOf(2);
    const [first, second] = [noting(follower), noting(follower)];
    first.fold();
    log.eventCount = 4;
    follower.catchUp();
    expect(second.fold()).toEqual([0, 1, 2, 3]);
    log.eventCount = 5;
    follower.catchUp();
    follower.catchUp();
    expect([first.fold(), second.fold()]).toEqual([
      [0, 1, 2, 3, 4],
      [0, 1, 2, 3, 4],
    ]);
  });

  it('begins when all folds are begun', () => {
    const { read, follower } = logOf(2);
    const { fold } = noting(follower);
    follower.readLog();
    expect(read).toEqual([0, 1]);
    expect(fold()).toEqual([0, 1]);
    expect(read).toEqual([0, 1]);
  });
});
