/** scenarios/recording/recorded-exchange: the parts of a recording: requests with their responses and moments. */
import type { Request, Response } from '../../wire/message.ts';

/** `at`: milliseconds since the epoch, by the service clock if it is known, else by the clock of the recorder. */
export type RecordedExchange = { readonly request: Request; readonly response: Response; readonly at: number };

/** A recording that is larger than this is no scenario any more. */
export const EXCHANGES_MAX = 10_000;
/** Characters of requests and responses together. */
export const RECORDED_LENGTH_MAX = 50_000_000;

/** How much an exchange weighs in a recording: its characters, roughly. */
export function weightOf({ request, response }: RecordedExchange): number {
  const texts = [request.path, request.query, typeof request.body === 'string' ? request.body : '', response.body];
  const headers = [request.headers, response.headers].flatMap((record) => Object.entries(record).flat());
  return [...texts, ...headers].reduce((sum, text) => sum + text.length, 0);
}
