/** sim/journal/holder: which process holds a journal, told so that it cannot be taken for another, and whether it is still there. */
import { readFileSync, readlinkSync } from 'node:fs';
import { z } from 'zod';
import { systemReason } from './journal-error.ts';

export const Holder = z.strictObject({
  pid: z.int().min(1),
  /** Tells a process from an earlier one with the same number, where the system says when it began. */
  started: z.string(),
  /** Tells one container from another, each of which numbers its processes by itself; '' where the system knows none. */
  namespace: z.string().regex(/^(pid:\[\d{1,20}\])?$/),
});
export type Holder = z.infer<typeof Holder>;

/** This process. */
export const SELF: Holder = { pid: process.pid, started: startOf(process.pid), namespace: namespaceOfSelf() };

/** The number of its namespace, for names of files; '' where there is none. */
export const NAMESPACE_NUMBER = SELF.namespace.replaceAll(/\D/g, '');

/** Whether a process of this namespace lives. Numbers of another one say nothing here. */
export function isRunning({ pid, started }: Holder): boolean {
  return isAlive(pid) && startOf(pid) === started;
}

/** Whether a process of this namespace has the number. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return systemReason(cause) === 'EPERM';
  }
}

/** When a process began, in the system's own terms; '' where the system does not say, or says that it has ended. */
export function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of the program is in brackets and may hold anything; behind it come the state and, 20th, the moment.
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
