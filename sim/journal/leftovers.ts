/** sim/journal/leftovers: what killed processes left half made beside the files of a journal, removed under the lock. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, NAMESPACE_NUMBER, SELF } from './holder.ts';
import { systemReason } from './journal-error.ts';

const SNAPSHOT_DRAFT = /^g\d{4,9}-\d{10,15}\.snapshot\.draft$/;
const LOCK_DRAFT = /^lock\.(\d{1,10})(?:-(\d*))?$/;

/** Removes them. Whoever calls has the lock. Answers what could not be removed, one line each. */
export function removeLeftovers(directory: string): readonly string[] {
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isFile() && isLeftOver(entry.name))
    .flatMap(({ name }) => {
      const path = join(directory, name);
      try {
        rmSync(path, { force: true });
        return [];
      } catch (cause) {
        return [`${path} was left by a process that is gone and cannot be removed (${systemReason(cause)})`];
      }
    });
}

function isLeftOver(name: string): boolean {
  if (SNAPSHOT_DRAFT.test(name)) return true;
  const [match, pid, namespace = NAMESPACE_NUMBER] = LOCK_DRAFT.exec(name) ?? [];
  if (match === undefined) return false;
  // A live process beside this one may be trying for the lock; this one has it and needs no draft.
  const isOfLiveOther = namespace === NAMESPACE_NUMBER && Number(pid) !== SELF.pid && isAlive(Number(pid));
  return !isOfLiveOther;
}
