/** wire/process-identity: identifies a process of this machine, and tests whether it still runs. */
import { readFileSync, readlinkSync } from 'node:fs';
import { z } from 'zod';
import { systemCode } from '../base/system-code.ts';

export const ProcessIdentity = z.strictObject({
  pid: z.int().min(1),
  /** When it began, which differs from an earlier process with the same number; '' on systems without /proc. */
  started: z.string(),
  /** The pid namespace: each container numbers its processes by itself; '' on systems without namespaces. */
  namespace: z.string().regex(/^(pid:\[\d{1,20}\])?$/),
});
export type ProcessIdentity = z.infer<typeof ProcessIdentity>;

export const SELF: ProcessIdentity = { pid: process.pid, started: startOf(process.pid), namespace: namespaceOfSelf() };

export function isRunning({ pid, started }: ProcessIdentity): boolean {
  return isAlive(pid) && startOf(pid) === started;
}

function isAlive(pid: number) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return systemCode(cause, '') === 'EPERM';
  }
}

/** When a process began, in the units of the system; '' if it has ended or the system has no /proc. */
export function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The program's name is in brackets and may contain anything. The state and (20th) the moment follow.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? '' : (fields[19] ?? '');
  } catch {
    return '';
  }
}

function namespaceOfSelf() {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}
