/** sim/http/streams/outbox: the messages to one connection, through a faulty network on request, in a bounded queue. */
import type { WebSocket } from 'ws';
import type { FaultRule } from '../../faults/rule.ts';

export type Outbox = ReturnType<typeof createOutbox>;

export const CLOSE = {
  leaving: 1001,
  unsupported: 1003,
  refused: 1008,
  failed: 1011,
  restarted: 1012,
  crowded: 1013,
} as const;
export type CloseCode = (typeof CLOSE)[keyof typeof CLOSE];

export function createOutbox(
  socket: WebSocket,
  queueBytesMax: number,
  faultOf: (event: string, wallet: string | undefined) => FaultRule | undefined,
) {
  let isOver = false;
  /** Messages behind a delayed one, and the one that lets the next one pass. */
  let late: Buffer[] = [];
  let lateBytes = 0;
  let timer: NodeJS.Timeout | undefined;
  let overtaken: Buffer | undefined;

  const end = (act: () => void) => {
    isOver = true;
    clearTimeout(timer);
    late = [];
    act();
  };
  const hasRoom = (bytes: number) => {
    if (isOver) return false;
    if (socket.bufferedAmount + lateBytes + bytes <= queueBytesMax) return true;
    // A close frame would wait behind the queue.
    end(() => socket.terminate());
    return false;
  };
  const write = (bytes: Buffer) => {
    if (hasRoom(bytes.length)) socket.send(bytes, { binary: false });
  };
  const release = () => {
    const waiting = late;
    timer = undefined;
    late = [];
    lateBytes = 0;
    for (const bytes of waiting) write(bytes);
  };
  const queue = (bytes: Buffer) => {
    if (timer === undefined) write(bytes);
    else if (hasRoom(bytes.length)) {
      late.push(bytes);
      lateBytes += bytes.length;
    }
    const held = overtaken;
    overtaken = undefined;
    if (held !== undefined) queue(held);
  };
  return {
    /** Sends a message, or lets it fail by a rule. `wallet`: the address that it is about. */
    send(bytes: Buffer, event: string, wallet?: string) {
      if (isOver) return;
      const rule = faultOf(event, wallet);
      if (rule?.kind === 'drop') return;
      if (rule?.kind === 'cut') return end(() => socket.terminate());
      if (rule?.kind === 'reorder' && overtaken === undefined) {
        overtaken = bytes;
        return;
      }
      if (rule?.kind === 'delay') timer ??= setTimeout(release, rule.ms);
      queue(bytes);
      if (rule?.kind === 'duplicate') queue(bytes);
    },
    /** Sends a text that no rule is about. */
    reply: (text: string) => hasRoom(text.length) && socket.send(text),
    pong: (data: Buffer) => hasRoom(data.length) && socket.pong(data),
    /** Ends the connection with a close frame. Nothing is sent after it. */
    close: (code: CloseCode, reason: string) => isOver || end(() => socket.close(code, reason)),
    /** Releases the timer. */
    dispose: () => end(() => undefined),
  };
}
