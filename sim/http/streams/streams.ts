/** sim/http/streams/streams: the streams `/ws/market` and `/ws/user`. Messages are sent before their cause returns. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Simulator } from '../../simulator.ts';
import type { Frame } from '../../streams/frame.ts';
import { createFrames, type Frames } from '../../streams/frames.ts';
import { watchOf } from '../../watch.ts';
import { type Channel, createMarketChannel, createUserChannel, MESSAGE_BYTES_MAX } from './channels.ts';
import { CLOSE, type CloseCode, createOutbox, type Outbox } from './outbox.ts';

export type StreamOptions = {
  /** A connection without a subscription is closed after this many milliseconds; default 10 s. */
  readonly idleMs?: number;
  /** Bytes that may wait for one client; default 4 MiB. */
  readonly queueBytesMax?: number;
  /** Default 4,000. */
  readonly connectionsMax?: number;
};

export type Streams = {
  /** Takes over the socket of an upgrade request. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  readonly connections: number;
  /** Ends all connections and stops following the simulator. */
  close(): Promise<void>;
};

/** Time for a client to return a close frame. */
const CLOSE_GRACE_MS = 1_000;
const QUEUE_BYTES_MAX = 4 * 1024 * 1024;
const SERVER_OPTIONS = {
  noServer: true,
  clientTracking: false,
  perMessageDeflate: false,
  autoPong: false,
  maxPayload: MESSAGE_BYTES_MAX,
  maxFragments: 1_024,
  closeTimeout: CLOSE_GRACE_MS,
};

/** The streams of a simulator, for `startServer`. Throws an `Error` for an object that is no simulator. */
export function createStreams(simulator: Simulator, options: StreamOptions = {}): Streams {
  const watch = watchOf(simulator);
  const server = new WebSocketServer(SERVER_OPTIONS);
  const open = new Map<WebSocket, Outbox>();
  const timer = watch.isClockRunning ? createClockTimer(simulator) : undefined;
  /** The messages of the present life, from the first connection on: reading the log of a large world takes seconds. */
  let frames: Frames | undefined;
  const present = (): Frames => {
    frames ??= createFrames(watch.service);
    return frames;
  };
  const market = createMarketChannel((token) => present().book(token));
  const user = createUserChannel(() => watch.service().world);
  const emit = (frame: Frame) => (frame.channel === 'market' ? market.deliver(frame) : user.deliver(frame));
  const closeAll = (code: CloseCode, reason: string) => {
    for (const outbox of open.values()) outbox.close(code, reason);
  };
  const guard = (act: () => void) => {
    try {
      act();
    } catch (error) {
      watch.reportBug('/ws', error);
      closeAll(CLOSE.failed, 'internal error');
    }
  };
  const unsubscribe = watch.subscribe({
    onChange: () => open.size > 0 && guard(() => present().catchUp(emit)),
    onReset() {
      closeAll(CLOSE.restarted, 'the service was reset: connect again');
      frames = undefined;
    },
  });
  const accept = (channel: Channel<never>, name: 'market' | 'user', socket: WebSocket) => {
    const outbox = createOutbox(socket, options.queueBytesMax ?? QUEUE_BYTES_MAX, (event, wallet) =>
      watch.fault({ stream: name, event, wallet }),
    );
    if (open.size === 0) guard(() => present().catchUp());
    open.set(socket, outbox);
    receive(socket, outbox, options.idleMs ?? 10_000, channel, (text) => {
      timer?.wake();
      guard(() => channel.receive(outbox, text));
    });
    socket.once('close', () => {
      open.delete(socket);
      if (open.size === 0) timer?.stop();
    });
  };
  return {
    upgrade(request, socket, head) {
      const path = (request.url ?? '').split('?', 1)[0];
      const channel = path === '/ws/market' ? market : path === '/ws/user' ? user : undefined;
      if (channel === undefined) return refuse(socket, '404 Not Found');
      if (open.size >= (options.connectionsMax ?? 4_000)) return refuse(socket, '503 Service Unavailable');
      server.handleUpgrade(request, socket, head, (opened) =>
        accept(channel, channel === market ? 'market' : 'user', opened),
      );
    },
    get connections() {
      return open.size;
    },
    async close() {
      unsubscribe();
      timer?.stop();
      const closed = [...open.keys()].map((socket) => new Promise((resolve) => socket.once('close', resolve)));
      closeAll(CLOSE.leaving, 'the server stops');
      await Promise.all(closed);
    },
  };
}

/** Passes valid texts to `act`, and closes a connection that sends anything else or does not subscribe in time. */
function receive(
  socket: WebSocket,
  outbox: Outbox,
  idleMs: number,
  channel: Channel<never>,
  act: (text: string) => void,
) {
  const idle = setTimeout(() => {
    if (!channel.isSubscribed(outbox)) outbox.close(CLOSE.refused, `no subscription within ${idleMs} ms`);
  }, idleMs);
  socket.on('message', (data, isBinary) => {
    if (socket.readyState !== socket.OPEN) return;
    if (isBinary) return outbox.close(CLOSE.unsupported, 'send text frames only');
    const text = String(data);
    if (text === 'PING') outbox.reply('PONG');
    else act(text);
  });
  socket.on('ping', (data) => outbox.pong(data));
  // The receiver has closed the connection with the code of the fault: too big, malformed, compressed.
  socket.on('error', () => undefined);
  socket.once('close', () => {
    clearTimeout(idle);
    outbox.dispose();
    channel.leave(outbox);
  });
}

function refuse(socket: Duplex, status: string) {
  socket.on('error', () => undefined);
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`, () => socket.destroy());
}

/** The least and the longest wait. A clock may run faster than the machine, so that due work comes before its time. */
const WAIT_MS_MIN = 5;
const WAIT_MS_MAX = 50;

type Clock = { now(): number; nextDue(): number | undefined };

/** Waits are on the timer of the machine. */
function createClockTimer(clock: Clock) {
  let timer: NodeJS.Timeout | undefined;
  const tick = () => {
    clearTimeout(timer);
    timer = setTimeout(tick, waitOf(clock)).unref();
  };
  return {
    /** Does the work that is due by now, and goes on until `stop`. */
    wake: tick,
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

/** Does the due work, and returns the milliseconds to wait for more. */
function waitOf(clock: Clock) {
  try {
    return Math.min(Math.max((clock.nextDue() ?? Infinity) - clock.now(), WAIT_MS_MIN), WAIT_MS_MAX);
  } catch {
    // A clock without a valid moment, or a journal that cannot be written: requests report both.
    return WAIT_MS_MAX;
  }
}
