/** sim/clob/signatures/wallets: the addresses of an EOA's wallets, which follow from its address (CREATE2). */
import { WALLET_FACTORIES } from '../../../spec/clob/wallet-factories.ts';
import { checksummed } from '../../../wire/checksum.ts';
import { addressWord, keccakHex } from './words.ts';

/** Addresses of signature types 1, 2 and 3. Deposit wallets of before the beacon keep the legacy address. */
export type DerivedWallets = Readonly<{
  proxy: string;
  safe: string;
  deposit: string;
  legacyDeposit: string;
}>;

const digitsOf = (text: string) => text.slice(2).toLowerCase();

const PROXY_FACTORY = digitsOf(WALLET_FACTORIES.proxyFactory);
const SAFE_FACTORY = digitsOf(WALLET_FACTORIES.safeFactory);
const DEPOSIT_FACTORY = digitsOf(WALLET_FACTORIES.depositWalletFactory);

/** A constructor that calls the factory, then a minimal proxy (ERC-1167), then the arguments of its initial call. */
const PROXY_INIT_CODE_HASH = keccakHex(
  [
    `3d3d606380380380913d393d73${PROXY_FACTORY}5af4602a57600080fd5b602d8060366000396000f3`,
    `363d3d373d3d3d363d73${digitsOf(WALLET_FACTORIES.proxyImplementation)}5af43d82803e903d91602b57fd5bf3`,
    `52e831dd${'20'.padStart(64, '0')}${'0'.repeat(64)}`,
  ].join(''),
);

/** The start of code that copies what follows to a contract; `size` includes the two words of its arguments. */
const copier = (size: number) => `61${(size + 64).toString(16).padStart(4, '0')}3d8160233d3973`;

/** A proxy (ERC-1967) of the implementation that a beacon names. */
const DEPOSIT_INIT_CODE = [
  copier(0x52) + digitsOf(WALLET_FACTORIES.depositWalletBeacon),
  '60195155f3363d3d373d3d363d602036600436635c60da',
  '1b60e01b36527fa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6c',
  'b3582b35133d50545afa5036515af43d6000803e604d573d6000fd5b3d6000f3',
].join('');

/** A proxy (ERC-1967) of one implementation. */
const LEGACY_DEPOSIT_INIT_CODE = [
  `${copier(0x3d)}${digitsOf(WALLET_FACTORIES.depositWalletImplementation)}6009`,
  '5155f3363d3d373d3d363d7f360894a13ba1a3210667c828492db98dca3e2076',
  'cc3735a920a3ca505d382bbc545af43d6000803e6038573d6000fd5b3d6000f3',
].join('');

/** The wallets of an EOA; undefined if `owner` is not an address. */
export function derivedWallets(owner: string): DerivedWallets | undefined {
  const word = addressWord(owner);
  if (word === undefined) return undefined;
  const owned = DEPOSIT_FACTORY.padStart(64, '0') + word;
  const depositOf = (code: string) => create2(DEPOSIT_FACTORY, keccakHex(owned), keccakHex(code + owned));
  return {
    proxy: create2(PROXY_FACTORY, keccakHex(word.slice(24)), PROXY_INIT_CODE_HASH),
    safe: create2(SAFE_FACTORY, keccakHex(word), digitsOf(WALLET_FACTORIES.safeInitCodeHash)),
    deposit: depositOf(DEPOSIT_INIT_CODE),
    legacyDeposit: depositOf(LEGACY_DEPOSIT_INIT_CODE),
  };
}

function create2(factory: string, salt: string, initCodeHash: string) {
  return checksummed(keccakHex(`ff${factory}${salt}${initCodeHash}`).slice(24));
}
