/** placeholder until the merge */
import type { SignatureType } from '../../../spec/clob/contracts.ts';
export function derivedWallets(_address: string): readonly (readonly [SignatureType, string])[] {
  return [];
}
