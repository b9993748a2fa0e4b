/** proof/judge/quirks/transport: the same responses over odd HTTP connections. */
import type { Quirk } from '../quirk.ts';
import { writtenBy } from '../wrappers/odd-server.ts';
import {
  behindGateways,
  closing,
  cutInsideCharacters,
  delayedOrders,
  inOtherCase,
  packed,
  slowly,
  untilClose,
  withContinue,
  withEarlyHints,
  withTrailers,
} from '../wrappers/writers.ts';

export const transportQuirks: readonly Quirk[] = [
  {
    id: 'http-1-0',
    title: 'responses are HTTP/1.0, without content-length, each on a new connection',
    transport: writtenBy(untilClose('1.0')),
  },
  {
    id: 'until-close',
    title: 'the end of the connection is the end of the body',
    transport: writtenBy(untilClose('1.1')),
  },
  {
    id: 'chunks',
    title: 'bodies are sent in chunks that end inside characters',
    transport: writtenBy(cutInsideCharacters),
  },
  { id: 'gzip', title: 'bodies are packed with gzip', transport: writtenBy(packed('gzip')) },
  { id: 'brotli', title: 'bodies are packed with br', transport: writtenBy(packed('br')) },
  { id: 'header-case', title: 'header names have capitals', transport: writtenBy(inOtherCase) },
  { id: 'slow', title: 'every body is sent slowly, in pieces', transport: writtenBy(slowly) },
  {
    id: 'order-delayed',
    title: 'the response to an order is sent after its delay',
    alternative: { decision: 'match-delay', text: 'the response waits for the delay' },
    transport: writtenBy(delayedOrders),
  },
  { id: 'no-keep-alive', title: 'every response closes its connection', transport: writtenBy(closing(1)) },
  { id: 'random-close', title: 'one response in four closes its connection', transport: writtenBy(closing(0.25)) },
  { id: 'early-hints', title: 'every response follows an informational one', transport: writtenBy(withEarlyHints) },
  { id: 'continue', title: 'every response follows an unasked 100 Continue', transport: writtenBy(withContinue) },
  { id: 'trailers', title: 'headers follow the body', transport: writtenBy(withTrailers) },
  { id: 'gateways', title: 'gateways and caches add their headers', transport: writtenBy(behindGateways) },
];
