/** cli/deployment/profile-name: the value of `--profile`. */
import { profileNames } from '../../spec/profile.ts';
import { CliError } from '../exit.ts';

/** Throws `CliError` for a profile that does not exist. */
export function assertProfile(profile: string | undefined): void {
  if (profile === undefined || profileNames.includes(profile)) return;
  throw new CliError(`there is no profile "${profile}"; known profiles: ${profileNames.join(', ')}`);
}
