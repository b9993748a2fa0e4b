/** cli/doctor/flags: the parsed flags of `touchstone doctor`. */

import type { NetworkFlags } from '../flags/network-flags.ts';

export type DoctorFlags = NetworkFlags & { readonly credentials: string; readonly timeout: number };
