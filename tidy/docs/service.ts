/** tidy/docs/service: a service that a document starts, in this process and on a free port. */
import { vi } from 'vitest';
import type { capturePrinted } from '../../cli/fixtures/printed.ts';
import { run } from '../../cli/program.ts';

export type Service = {
  /** Undefined if the command ended without serving. */
  readonly url: string | undefined;
  /** Emulates a signal and returns the exit code. `cli/serve/service.test.ts` sends real signals. */
  stop(): Promise<number>;
};

const START_MS_MAX = 60_000;

export async function startService(
  args: readonly string[],
  printed: ReturnType<typeof capturePrinted>,
): Promise<Service> {
  const others = new Set(process.listeners('SIGHUP'));
  let code: number | string | undefined;
  const ended = run([...args, '--port', '0']).then((value) => {
    code = value;
  });
  await vi.waitUntil(() => code !== undefined || printed.out.includes('\n'), { timeout: START_MS_MAX, interval: 5 });
  const listeners = process.listeners('SIGHUP').filter((listener) => !others.has(listener));
  return {
    url: /http:\/\/127\.0\.0\.1:\d+/.exec(printed.out)?.[0],
    async stop() {
      for (const listener of listeners) {
        process.off('SIGHUP', listener);
        listener('SIGHUP');
      }
      await ended;
      return Number(code);
    },
  };
}
