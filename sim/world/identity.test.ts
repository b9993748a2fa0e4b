/** sim/world/identity.test: checksums against the published examples of EIP-55, formats of keys and tokens. */
import { describe, expect, it } from 'vitest';
import { createRng } from '../../base/rng.ts';
import { AUTH_HEADERS } from '../../spec/auth.ts';
import { checksummed } from '../../wire/checksum.ts';
import { newAddress, newHash, newKey, newTokenId } from './identity.ts';

/** The examples the standard gives. */
const EXAMPLES = [
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0xde709f2102306220921060314715629080e2fb77',
];

describe('checksummed', () => {
  it.each(EXAMPLES)('spells %s', (address) => {
    expect(checksummed(address.slice(2).toLowerCase())).toBe(address);
    expect(checksummed(address.slice(2).toUpperCase())).toBe(address);
  });
});

describe('invented identifiers', () => {
  it('have the form of the headers of section 5', () => {
    const key = newKey(createRng('7'));
    const values: Readonly<Record<string, string>> = {
      SVC_ADDRESS: newAddress(createRng('7')),
      SVC_API_KEY: key.apiKey,
      SVC_PASSPHRASE: key.passphrase,
    };
    for (const { name, pattern } of AUTH_HEADERS.filter((header) => header.name in values)) {
      expect(values[name]).toMatch(pattern);
    }
    expect(key.apiKey).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Buffer.from(key.secret, 'base64')).toHaveLength(32);
  });

  it('are 256 bits wide: hashes in hexadecimal, tokens in decimal', () => {
    const rng = createRng('7');
    expect(newHash(rng)).toMatch(/^0x[0-9a-f]{64}$/);
    const token = newTokenId(rng);
    expect(token).toMatch(/^[1-9]\d{70,77}$/);
    expect(BigInt(token) < 2n ** 256n).toBe(true);
  });
});
