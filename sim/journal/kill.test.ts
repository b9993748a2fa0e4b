/** sim/journal/kill.test: a process that is killed at any moment has lost nothing that it had said was done. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openRun } from './fixtures/deeds.ts';
import { testFolders } from './fixtures/folder.ts';
import { indexRun } from './run-index.ts';

const newFolder = testFolders();
const KILLS = 8;
const WRITER = fileURLToPath(new URL('./fixtures/writing-process.ts', import.meta.url));

/** Runs the writer until `lines` lines are out and a moment more, kills it, and answers its last whole line. */
async function writeUntilKilled(directory: string, lines: number, moreMs: number): Promise<string> {
  const child = spawn(process.execPath, [WRITER, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.split('\n').length > lines) resolve();
    });
    child.on('exit', () => reject(new Error('the writer ended by itself')));
  });
  await new Promise((resolve) => setTimeout(resolve, moreMs));
  child.kill('SIGKILL');
  await once(child, 'close');
  return output.slice(0, output.lastIndexOf('\n')).split('\n').at(-1) ?? '';
}

describe('a process killed at a random moment', () => {
  it('has in its journal all that it had answered, and the next one goes on from there', {
    timeout: 120_000,
  }, async () => {
    const folder = newFolder();
    let before = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const last = await writeUntilKilled(folder, 5 + kill * 13, Math.random() * 8);
      const [events = 0, hash = ''] = last.split(' ');
      const index = indexRun(folder);
      // Every answer told how many events there were and the hash over them: that place is in the journal.
      expect(index.hashes[index.events.lastIndexOf(Number(events))]).toBe(hash);
      expect(index.records).toBeGreaterThan(before);
      before = index.records;
      const run = openRun(folder, { segmentBytes: 4_000 });
      expect([run.recovered, run.venue.hash()]).toEqual([index.records, index.hashes.at(-1)]);
      run.close();
    }
  });
});
