import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newSweep } from '../../backtest/sweep/fixtures/sweep-files.ts';
import type { WorkerProgram } from '../../lease/queue/worker.ts';
import type { Json } from '../../lease/work.ts';
import { leasedPrograms } from './worker.ts';

const sweepOf = (folder?: string): WorkerProgram | undefined =>
  leasedPrograms(folder).find(({ name }) => name === 'sweep');

describe('a worker', () => {
  it('refuses sweeps without a folder for their files', () => {
    expect(() => sweepOf()?.localSettings?.({})).toThrow('a worker runs no sweeps without --files FOLDER');
  });

  it('looks for the files of a sweep in its folder, wherever the command has them', async () => {
    const { settings, remove } = await newSweep([{ name: 'm', mids: { 0: 0.5 } }], 'export default () => ({});');
    remove();
    const files = { strategy: '/a/../b/strategy.mjs', recording: '/a/market.arrow' };
    const given = { ...settings, allowRead: ['/etc/prices.csv'] };
    expect(sweepOf('sweeps')?.localSettings?.({ sweep: given as unknown as Json, files })).toMatchObject({
      sweep: { ...settings, allowRead: [join('sweeps', 'prices.csv')] },
      files: { strategy: join('sweeps', 'strategy.mjs'), recording: join('sweeps', 'market.arrow') },
    });
  });

  it('opens nothing above its folder to a strategy', async () => {
    const { settings, files, remove } = await newSweep([{ name: 'm', mids: { 0: 0.5 } }], 'export default () => ({});');
    remove();
    const sweep = { ...settings, allowRead: ['/a/..'] } as unknown as Json;
    expect(() => sweepOf('sweeps')?.localSettings?.({ sweep, files })).toThrow('is not within the folder of --files');
  });

  it('refuses settings of a sweep that cannot be read', () => {
    expect(() => sweepOf('sweeps')?.localSettings?.({ sweep: {} })).toThrow(
      /^settings\.sweep\.touchstone: Invalid input/,
    );
  });
});
