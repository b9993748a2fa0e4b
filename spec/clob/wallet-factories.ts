/** spec/clob/wallet-factories: the contracts that create wallets of an EOA, which determine their addresses. */

export type WalletFactories = Readonly<{
  proxyFactory: string;
  proxyImplementation: string;
  safeFactory: string;
  /** The hash of the code that creates a safe. */
  safeInitCodeHash: string;
  depositWalletFactory: string;
  depositWalletBeacon: string;
  /** Of the deposit wallets that were created before there was a beacon. */
  depositWalletImplementation: string;
}>;

export const WALLET_FACTORIES: WalletFactories = {
  proxyFactory: '0xaB45c5A4B0c941a2F231C04C3f49182e1A254052',
  proxyImplementation: '0x44e999d5c2F66Ef0861317f9A4805AC2e90aEB4f',
  safeFactory: '0xaacFeEa03eb1561C4e67d661e40682Bd20E3541b',
  safeInitCodeHash: '0x2bce2127ff07fb632d16c8347c4ebf501f4841168bed00d9e6ef715ddb6fcecf',
  depositWalletFactory: '0x00000000000Fb5C9ADea0298D729A0CB3823Cc07',
  depositWalletBeacon: '0x7A18EDfe055488A3128f01F563e5B479D92ffc3a',
  depositWalletImplementation: '0x58CA52ebe0DadfdF531Cde7062e76746de4Db1eB',
};
