/** cli/proxy/flags: the parsed flags of `touchstone proxy`. */
import type { TrafficFlags } from '../check/traffic.ts';

export type ProxyFlags = TrafficFlags & { readonly port: number };
