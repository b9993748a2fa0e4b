/** sim/http/delivery: how adapters deliver responses of a simulator with faults: late, not at all, or in half. */
import type { Response } from '../../wire/message.ts';

/** The error that Node gives a client whose connection is reset. */
export function connectionReset(): Error {
  return Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' });
}

/** The bytes that arrive before a connection ends in the middle of the body. */
export function firstBytes({ body }: Response): Buffer {
  const bytes = Buffer.from(body);
  return bytes.subarray(0, Math.floor(bytes.length / 2));
}

/** Resolves when a late response is due. Rejects with the reason of the signal once it is aborted. */
export function untilDelivered({ delivery }: Response, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, delivery?.delayMs ?? 0);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
