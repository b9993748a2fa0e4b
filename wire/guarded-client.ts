/** wire/guarded-client: an undici client that ends a connection with unexpected bytes, such as extensions. */
import type { Socket } from 'node:net';
import { type buildConnector, Client, type Dispatcher } from 'undici';

/** More than the largest head, and more than one read of a socket. */
const UNSEEN_BYTES_MAX = 1024 * 1024;

/** A factory of clients for a pool: each has one connection, and one request on it at a time. */
export function guardedClient(origin: URL, options: object): Dispatcher {
  const { connect } = options as { connect: buildConnector.connector };
  let unseen = 0;
  const watch = (socket: Socket) => {
    const read = socket.read.bind(socket);
    socket.read = (size?: number): unknown => {
      const piece: unknown = read(size);
      unseen += piece instanceof Uint8Array ? piece.length : 0;
      if (unseen > UNSEEN_BYTES_MAX) socket.destroy(overflow());
      return piece;
    };
  };
  const client = new Client(origin, {
    ...options,
    connect: (wanted, done) =>
      connect(wanted, (...outcome) => {
        // After an error the types name null, and undici passes nothing.
        if (outcome[0] === null) watch(outcome[1]);
        done(...outcome);
      }),
  });
  const dispatch = client.dispatch.bind(client);
  client.dispatch = (wanted, sink) =>
    dispatch(
      wanted,
      seeing(sink, () => (unseen = 0)),
    );
  return client;
}

/** The error that Node's own client reports. */
function overflow(): Error {
  return Object.assign(new Error('the extensions of a chunk are too large'), { code: 'HPE_CHUNK_EXTENSIONS_OVERFLOW' });
}

/** Calls `seen` for each part of a response that reaches `sink`. */
function seeing(sink: Dispatcher.DispatchHandler, seen: () => void): Dispatcher.DispatchHandler {
  return {
    onRequestStart: (...start) => {
      seen();
      sink.onRequestStart?.(...start);
    },
    onResponseStart: (...head) => {
      seen();
      sink.onResponseStart?.(...head);
    },
    onResponseData: (...data) => {
      seen();
      sink.onResponseData?.(...data);
    },
    onResponseEnd: (...end) => sink.onResponseEnd?.(...end),
    onResponseError: (...end) => sink.onResponseError?.(...end),
  };
}
