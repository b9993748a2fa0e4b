import { describe, expect, it } from 'vitest';
import { drawnPart } from '../../spec/fixtures/drawn-part.ts';
import { momentsOf, nameOf, playMoments, settingsOf } from './campaign.ts';
import { type Ended, faultsOf, type Moment, type Setting } from './lost-target.ts';

const TIMEOUT_MS = 500;
/** Every run here takes longer, also on a fast machine. */
const SPAN_MS = 700;
const [, checkWriting, , checkAlone, runReading] = settingsOf(TIMEOUT_MS);

const CASES = [
  ['kill', checkWriting],
  ['stop', checkAlone],
  ['stop', runReading],
] as const;
const drawn = drawnPart(CASES, CASES.length);

describe(`a run against a deployment that is lost in the middle, ${drawn.title}`, () => {
  it.each(drawn.part)(
    '%s, %j: ends in time, with its report and the exit code 3',
    async (mishap, setting) => {
      if (setting === undefined) throw new Error('there are eight settings');
      const moments = momentsOf(setting, 7, 1, SPAN_MS).map((moment) => ({ ...moment, mishap }));
      expect((await playMoments(setting, moments, 3, 1)).map(({ faults }) => faults)).toEqual([[]]);
    },
    120_000,
  );
});

describe('the findings of the campaign', () => {
  const setting: Setting = { command: 'check', hasControl: true, writes: true, timeoutMs: 5_000 };
  const moment: Moment = { mishap: 'kill', atMs: 100, pauseMs: 0 };
  const ended: Ended = { code: 3, afterMs: 900, wholeMs: 1_000, hasReport: true };
  it.each<[string, Partial<Ended>, Partial<Moment>, readonly string[]]>([
    ['a run that ends as it should', {}, {}, []],
    ['one that had ended before', { code: 0, afterMs: undefined }, {}, []],
    ['one that hangs', { code: 'hangs' }, {}, ['exit code hangs']],
    ['one that crashes', { code: 6 }, { mishap: 'restart' }, ['exit code 6']],
    ['one that accuses the target', { code: 1 }, { mishap: 'pause' }, ['exit code 1']],
    ['one that ends late', { afterMs: 20_001 }, {}, ['ended 20001 ms after the kill']],
    ['one without a report', { hasReport: false }, { mishap: 'stop' }, ['no report']],
  ])('%s', (_name, otherEnded, otherMoment, faults) => {
    expect(faultsOf(setting, 0, { ...moment, ...otherMoment }, { ...ended, ...otherEnded })).toEqual(faults);
  });

  it('draws the same moments for the same seed, and every mishap as often', () => {
    const moments = momentsOf(setting, 1, 40, 10_000);
    expect(momentsOf(setting, 1, 40, 10_000)).toEqual(moments);
    expect(momentsOf(setting, 2, 40, 10_000)).not.toEqual(moments);
    expect(Object.values(Object.groupBy(moments, ({ mishap }) => mishap)).map((those) => those.length)).toEqual([
      10, 10, 10, 10,
    ]);
    expect(settingsOf(5_000).map(nameOf)).toHaveLength(8);
  });
});
