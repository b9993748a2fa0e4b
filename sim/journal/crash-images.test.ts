/** sim/journal/crash-images.test: wherever its work breaks off, what a journal had acknowledged is there, and nothing half done. */
import { describe, expect, it } from 'vitest';
import { createVenue } from '../core/venue.ts';
import { type CrashImage, crashImagesOf } from './fixtures/crash-images.ts';
import { act, EMPTY, openRun, stateOf } from './fixtures/deeds.ts';
import { fillFolder, testFolders } from './fixtures/folder.ts';
import { UNWAITED, withCalls } from './fixtures/patched-fs.ts';
import { CLOSED, isLossOfPower, thinned } from './fixtures/thinned-images.ts';
import { openJournal } from './journal.ts';
import type { JournaledRun } from './journaled-run.ts';
import { indexRun } from './run-index.ts';
import type { SyncPolicy } from './segment-file.ts';

const newFolder = testFolders();
const OPTIONS = { segmentBytes: 900, snapshotEvery: 4 };

/** What a journal does, and all that it can leave. Places are generation and number of the last record. */
type Work = {
  readonly images: readonly CrashImage[];
  /** Where it stood when something was acknowledged, and the state then. */
  readonly marks: readonly { readonly place: string; readonly state: unknown }[];
  /** The place of each record, in order, with the hash after it. */
  readonly hashes: ReadonlyMap<string, string>;
};

/** Two runs, one after the other: short ones in which everything happens that touches files. */
function workOf(sync: SyncPolicy): Work {
  const folder = newFolder();
  const marks: { place: string; state: unknown }[] = [];
  const hashes = new Map<string, string>();
  const images = crashImagesOf(folder, (acknowledge) => {
    const journal = openJournal(folder, EMPTY, { ...OPTIONS, sync });
    const play = (run: JournaledRun, turns: number): void => {
      for (let turn = 0; turn <= turns; turn += 1) {
        if (turn > 0) act(run, turn - 1);
        acknowledge();
        marks.push({ place: `${run.generation}/${indexRun(folder).records}`, state: stateOf(run) });
      }
      for (const [n, hash] of indexRun(folder).hashes.entries()) hashes.set(`${run.generation}/${n}`, hash);
    };
    play(journal.recover(createVenue(EMPTY.rules)), 15);
    play(journal.renew(createVenue(EMPTY.rules)), 6);
    journal.close();
  });
  return { images, marks, hashes };
}

const TORN_OR_LEFT =
  /: (the process that used it last did not end by itself|torn at byte .*|it is empty, without a header: \d+ records stand)$/;

/** Goes on in a folder that holds an image: what was acknowledged up to mark `from` must be there, and nothing beyond what was in hand. */
function goOn(folder: string, { acknowledged }: CrashImage, { marks, hashes }: Work, from: number): void {
  const run = openRun(folder);
  try {
    for (const notice of run.notices) expect(notice).toMatch(TORN_OR_LEFT);
    const place = `${run.generation}/${run.recovered}`;
    const places = [...hashes.keys()];
    const [least, most] = [marks[from]?.place ?? '1/0', marks[acknowledged]?.place ?? places.at(-1) ?? ''];
    expect(places.slice(places.indexOf(least), places.indexOf(most) + 1)).toContain(place);
    expect(run.venue.hash()).toBe(hashes.get(place));
    const mark = marks.find((one) => one.place === place);
    if (mark !== undefined) expect(stateOf(run)).toEqual(mark.state);
    for (let turn = run.recovered; turn < run.recovered + 2; turn += 1) act(run, turn);
  } finally {
    run.close();
  }
  const again = openRun(folder);
  again.close();
  expect([again.venue.hash(), again.notices]).toEqual([run.venue.hash(), []]);
}

/** What is wrong with images of a work, a line each; `from`: the mark that each must have come to. */
function faultsOf(images: readonly CrashImage[], work: Work, from: (image: CrashImage) => number): string[] {
  const folder = newFolder();
  return images.flatMap((image) => {
    fillFolder(folder, image.files);
    try {
      goOn(folder, image, work, from(image));
      return [];
    } catch (error) {
      return [`${image.moment}: ${error}`];
    }
  });
}

describe('work that breaks off before any call, or in the middle of any write', () => {
  it('has left all that was acknowledged; with `always` also where the power failed', () => {
    withCalls(UNWAITED, () => {
      const work = workOf('always');
      const thin = thinned(work.images);
      const latest = ({ acknowledged }: CrashImage): number => acknowledged - 1;
      expect([faultsOf(work.images, work, latest), faultsOf(thin, work, latest)]).toEqual([[], []]);
      // Segments of both runs were closed, snapshots removed, and some segments could be spared.
      const left = Object.keys(work.images.at(-1)?.files ?? {});
      expect(new Set(left.map((name) => CLOSED.exec(name)?.[1]))).toEqual(new Set(['g0001', 'g0002', undefined]));
      expect(left.filter((name) => name.startsWith('g0001') && name.endsWith('.snapshot'))).toHaveLength(2);
      expect(thin.length).toBeGreaterThan(5);
    });
  });

  it.each(['interval', 'never'] as const)(
    'has left a run that is gone on from where the power failed, with `%s`',
    (sync) => {
      withCalls(UNWAITED, () => {
        const work = workOf(sync);
        expect(faultsOf(work.images.filter(isLossOfPower), work, () => 0)).toEqual([]);
      });
    },
  );
});
