/** wire/loopback: recognises hosts that only this machine can reach. */
import { isIP } from 'node:net';

/** Whether only this machine can connect. The host may be that of a URL, which has brackets around an IPv6 address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'));
}
