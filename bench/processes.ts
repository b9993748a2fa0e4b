/** bench/processes: whole commands, timed from outside. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const MAIN = fileURLToPath(new URL('../cli/main.ts', import.meta.url));

/** Runs a command to its end; its wall time in milliseconds, exit code and standard output. */
export async function timed(
  args: readonly string[],
): Promise<{ readonly ms: number; readonly code: number; readonly out: string }> {
  const start = performance.now();
  const child = spawn(process.execPath, [...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  return { ms: performance.now() - start, code: code ?? -1, out: Buffer.concat(chunks).toString() };
}

/** A server in a separate process, which is ready when it prints its first line. */
export async function startChild(args: readonly string[]): Promise<{ readonly line: string; stop(): Promise<void> }> {
  const child: ChildProcess = spawn(process.execPath, [...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  if (child.stdout === null) throw new Error('the child has no standard output');
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return {
    line,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}
