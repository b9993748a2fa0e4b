/** sim/headers: the headers of every response. `date` is the service clock, by which a client can sign. */
import type { Response } from '../wire/message.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** A response outside the routes of the service. */
export function jsonResponse(status: number, body: unknown, headers: Response['headers'] = {}): Response {
  return { status, headers: { 'content-type': JSON_TYPE, ...headers }, body: JSON.stringify(body) };
}

/** The common headers at `now` (milliseconds): one shared record per second of the clock. */
export function createHeadersAt(): (now: number) => Readonly<Record<string, string>> {
  let second = Number.NaN;
  let headers: Readonly<Record<string, string>> = {};
  return (now) => {
    const present = Math.floor(now / 1_000);
    if (present !== second) {
      second = present;
      headers = { 'content-type': JSON_TYPE, date: httpDate(now) };
    }
    return headers;
  };
}

/** A moment in milliseconds as `Date` has it, in whole seconds. */
export function httpDate(moment: number): string {
  return new Date(moment).toUTCString();
}
