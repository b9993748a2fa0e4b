import { expect, it } from 'vitest';
import { HEADER_PREFIXES } from '../spec/auth.ts';
import { authHeader, isAuthName, isSecretAuthName } from './auth-headers.ts';

it.each(HEADER_PREFIXES)('finds the wallet and the secrets under %s, in any letter case', (prefix) => {
  const headers = { [`${prefix}ADDRESS`]: '0xA', [`${prefix.toLowerCase()}signature`]: 'digest' };
  expect(authHeader({ headers }, 'ADDRESS')).toBe('0xA');
  expect(authHeader({ headers }, 'SIGNATURE')).toBe('digest');
  expect(authHeader({ headers }, 'NONCE')).toBeUndefined();
  const names = ['address', 'api_key', 'passphrase', 'timestamp', 'signature'].map(
    (part) => prefix.toLowerCase() + part,
  );
  expect(names.map(isAuthName)).toEqual([true, true, true, true, true]);
  expect(names.map(isSecretAuthName)).toEqual([false, true, true, true, true]);
  expect(isAuthName('x-address')).toBe(false);
});
