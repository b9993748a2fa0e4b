/** sim/journal/holder: identifies the process that holds a journal, and tests whether it still runs. */
import { readFileSync, readlinkSync } from 'node:fs';
import { z } from 'zod';
import { systemReason } from './journal-error.ts';

export const Holder = z.strictObject({
  pid: z.int().min(1),
  /** When it began, which differs from an earlier process with the same number; '' on systems without /proc. */
  started: z.string(),
  /** The pid namespace: each container numbers its processes by itself; '' on systems without namespaces. */
  namespace: z.string().regex(/^(pid:\[\d{1,20}\])?$/),
});
export type Holder = z.infer<typeof Holder>;

export const SELF: Holder = { pid: process.pid, started: startOf(process.pid), namespace: namespaceOfSelf() };

/** Whether a process of this namespace still runs. */
export function isRunning({ pid, started }: Holder): boolean {
  return isAlive(pid) && startOf(pid) === started;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return systemReason(cause) === 'EPERM';
  }
}

/** When a process began, in the units of the system; '' if it has ended or the system has no /proc. */
export function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The program's name is in brackets and may contain anything. The state and, as the 20th field, the moment follow it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? '' : (fields[19] ?? '');
  } catch {
    return '';
  }
}

function namespaceOfSelf(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}
