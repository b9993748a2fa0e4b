import { describe, expect, it } from 'vitest';
import { checksummed, isChecksummed } from './checksum.ts';

const VECTORS = ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'];

describe('addresses', () => {
  it.each(VECTORS)('%s is spelled with its checksum', (address) => {
    expect(checksummed(address.slice(2).toLowerCase())).toBe(address);
    expect(isChecksummed(address)).toBe(true);
    expect(isChecksummed(address.toLowerCase())).toBe(false);
  });

  it('is no address: too short, not hexadecimal', () => {
    expect(isChecksummed('0x12')).toBe(false);
    expect(isChecksummed(`0x${'g'.repeat(40)}`)).toBe(false);
  });
});
