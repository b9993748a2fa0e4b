/** cli/deployment/profile-name: the value of `--profile`. */
import { profileNames } from '../../spec/profile.ts';
import { CliError } from '../exit.ts';

export function assertProfile(profile: string | undefined): void {
  if (profile === undefined || profileNames.includes(profile)) return;
  throw new CliError(`there is no profile "${profile}"; known profiles: ${profileNames.join(', ')}`);
}
