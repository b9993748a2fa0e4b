/** conformance/client/stop tests: every wait ends: with its work, at its own deadline, or when the run is stopped. */
import { describe, expect, it } from 'vitest';
import { createStop } from './stop.ts';

const never = new Promise<string>(() => undefined);

describe('a stop', () => {
  it('lets work come to its end, and passes its error on', async () => {
    const stop = createStop(undefined);
    expect(await stop.within(Promise.resolve('done'), 1_000, () => 'late')).toBe('done');
    await expect(stop.within(Promise.reject(new Error('broken')), 1_000, () => 'late')).rejects.toThrow('broken');
    expect([stop.why(), stop.sentence()]).toEqual([undefined, '']);
  });

  it('gives up work that takes longer than its deadline', async () => {
    expect(await createStop(undefined).within(never, 20, (detail) => detail)).toBe('no response in 20 ms');
  });

  it('ends work and sleep under way when it is interrupted, and what begins later at once', async () => {
    const interruption = new AbortController();
    const stop = createStop(interruption.signal);
    const waiting = [stop.within(never, 60_000, (detail) => detail), stop.sleep(60_000)];
    interruption.abort();
    expect(await Promise.all(waiting)).toEqual(['the run was interrupted', undefined]);
    expect(await stop.within(never, 60_000, (detail) => detail)).toBe('the run was interrupted');
    await stop.sleep(60_000);
    expect(stop.why()).toBe('interrupted');
  });

  it('ends both when its time is up; a signal may carry that reason too', async () => {
    const stop = createStop(undefined, 20);
    expect(await stop.within(never, 60_000, (detail) => detail)).toBe('the time of the run is up');
    await stop.sleep(60_000);
    expect(stop.why()).toBe('max-time');
    expect(createStop(AbortSignal.abort('max-time')).why()).toBe('max-time');
    expect(createStop(AbortSignal.abort()).why()).toBe('interrupted');
  });

  it('keeps its first reason, and none that comes after its release', async () => {
    const interruption = new AbortController();
    const [first, released] = [createStop(interruption.signal, 20), createStop(interruption.signal, 20)];
    released.release();
    interruption.abort();
    await createStop(undefined).sleep(60);
    expect([first.why(), released.why()]).toEqual(['interrupted', undefined]);
  });
});
