/** proof/judge/wrappers/odd-server: the HTTP server of the simulator with another way to write responses. */
import { createRng } from '../../../base/rng.ts';
import { startServer } from '../../../sim/http/server.ts';
import type { Quirk } from '../variant.ts';
import type { WriterMaker } from './writers.ts';

export function writtenBy(maker: WriterMaker): Pick<Quirk, 'transport'> {
  return { transport: (handle, seed) => startServer(handle, { write: maker(createRng(`${seed}/transport`)) }) };
}
