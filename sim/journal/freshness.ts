/**
 * sim/journal/freshness: how processes that cannot see each other, in containers of their own, see that a lock is held: its
 * holder moves the moment of the file on while it lives. Moments are those of the file system, which both share.
 */
import { closeSync, openSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';

/** A lock that has not been seen to live for so long was left by a holder that is gone, milliseconds. */
export const STALE_MS = 30_000;
const FRESHEN_MS = 2_000;

/** Keeps a lock fresh, whose text is `text`, until the answer is called. */
export function keepFresh(path: string, text: string): () => void {
  // The file itself, not its name: once taken over, the name is somebody else's.
  const file = openSync(path, 'r+');
  // A disk that refuses it lets the lock grow stale, as it does that of a holder which stands still.
  const freshen = (): void => {
    try {
      writeSync(file, text, 0);
    } catch {
      clearInterval(timer);
    }
  };
  const timer = setInterval(freshen, FRESHEN_MS).unref();
  return () => {
    clearInterval(timer);
    closeSync(file);
  };
}

/** Milliseconds since a lock was last seen to live. `draft`: a file that may be made beside it. */
export function ageOf(path: string, draft: string): number {
  try {
    writeFileSync(draft, '');
    return statSync(draft).mtimeMs - statSync(path).mtimeMs;
  } finally {
    rmSync(draft, { force: true });
  }
}
