/** wire/in-flight: the bytes of all bodies in flight, bounded. Above it, all large ones but the oldest wait. */

/** A smaller body never waits. */
const SMALL_BYTES = 256 * 1024;

export type Share = {
  /** Records further bytes; false when the body has to wait until it is resumed. */
  take(bytes: number): boolean;
  release(): void;
};

export type InFlight = {
  /** Opens the part of one body; `resume` is called after `take` returned false and there is room again. */
  join(resume: () => void): Share;
};

type Body = { bytes: number; isWaiting: boolean; readonly resume: () => void };

/** Bodies of at most `bytesMax` bytes together; the oldest may exceed it. */
export function createInFlight(bytesMax: number): InFlight {
  /** Large ones, oldest first. */
  const large = new Set<Body>();
  let total = 0;

  const mayFlow = (body: Body) => {
    const [oldest] = large;
    return body === oldest || total <= bytesMax || body.bytes <= SMALL_BYTES;
  };
  const wake = () => {
    for (const body of large) {
      if (!mayFlow(body)) return;
      if (!body.isWaiting) continue;
      body.isWaiting = false;
      body.resume();
    }
  };
  return {
    join(resume) {
      const body: Body = { bytes: 0, isWaiting: false, resume };
      return {
        take(bytes) {
          body.bytes += bytes;
          total += bytes;
          if (body.bytes > SMALL_BYTES) large.add(body);
          body.isWaiting = !mayFlow(body);
          return !body.isWaiting;
        },
        release() {
          total -= body.bytes;
          body.bytes = 0;
          body.isWaiting = false;
          if (large.delete(body)) wake();
        },
      };
    },
  };
}
