/** cli/doctor/flags: the parsed flags of `touchstone doctor`. */

export type DoctorFlags = { readonly credentials: string; readonly timeout: number };
