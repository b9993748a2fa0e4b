/** cli/deployment/world-fault: the error about a world that cannot be built, with the flag for invalid markets. */
import { MarketError, type WorldError } from '../../sim/world/world-error.ts';
import { CliError } from '../exit.ts';

export function worldFault(error: WorldError): CliError {
  const remedy = error instanceof MarketError ? '; --world-skip-invalid leaves such markets out' : '';
  return new CliError(`${error.message}${remedy}`);
}
