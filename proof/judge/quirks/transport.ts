/** proof/judge/quirks/transport: the same responses over unusual HTTP connections. */
import { createRng } from '../../../base/rng.ts';
import { startServer } from '../../../sim/http/server.ts';
import { type Quirk, quirks } from '../variant.ts';
import {
  behindGateways,
  closing,
  cutInsideCharacters,
  delayedOrders,
  inOtherCase,
  packed,
  slowly,
  untilClose,
  type WriterMaker,
  withContinue,
  withEarlyHints,
  withTrailers,
} from '../wrappers/writers.ts';

function writtenBy(maker: WriterMaker): Pick<Quirk, 'transport'> {
  return { transport: (handle, seed) => startServer(handle, { write: maker(createRng(`${seed}/transport`)) }) };
}

export const transportQuirks = quirks([
  [
    'http-1-0',
    'responses are HTTP/1.0 without content-length, each on its own connection',
    writtenBy(untilClose('1.0')),
  ],
  ['until-close', 'the end of the connection is the end of the body', writtenBy(untilClose('1.1'))],
  ['chunks', 'bodies are sent in chunks that end inside characters', writtenBy(cutInsideCharacters)],
  ['gzip', 'bodies are packed with gzip', writtenBy(packed('gzip'))],
  ['brotli', 'bodies are packed with br', writtenBy(packed('br'))],
  ['header-case', 'header names have capitals', writtenBy(inOtherCase)],
  ['slow', 'every body is sent slowly, in pieces', writtenBy(slowly)],
  ['order-delayed', 'D/match-delay: the response waits for the delay', writtenBy(delayedOrders)],
  ['no-keep-alive', 'every response closes its connection', writtenBy(closing(1))],
  ['random-close', 'one response in four closes its connection', writtenBy(closing(0.25))],
  ['early-hints', 'every response follows an informational one', writtenBy(withEarlyHints)],
  ['continue', 'every response follows an unexpected 100 Continue', writtenBy(withContinue)],
  ['trailers', 'headers follow the body', writtenBy(withTrailers)],
  ['gateways', 'gateways and caches add their headers', writtenBy(behindGateways)],
]);
