/** wire/credentials: the file that allows writes to a sandbox (JSON or YAML), validated before use. */
import { z } from 'zod';
import { AUTH_HEADERS, type HeaderPrefix } from '../spec/auth.ts';

const formatOf = (name: string) => AUTH_HEADERS.find((header) => header.name === name)?.pattern ?? /^$/;

/** One wallet with its level-2 trio. `secret` is base64 or base64url. */
export const Wallet = z.strictObject({
  address: z.string().regex(formatOf('SVC_ADDRESS'), 'a wallet address (0x and 40 hex digits)'),
  apiKey: z.string().regex(formatOf('SVC_API_KEY'), 'a UUID'),
  passphrase: z.string().regex(formatOf('SVC_PASSPHRASE'), '64 hexadecimal characters'),
  secret: z.string().regex(/^[A-Za-z0-9+/_-]+={0,2}$/, 'base64 or base64url'),
  /** Signs orders in profiles that verify them. */
  privateKey: z
    .string()
    .regex(/^0x[0-9a-fA-F]{64}$/, '0x and 64 hexadecimal digits')
    .exactOptional(),
});
/** `dialect` follows from the profile of the deployment, and is in no file. */
export type Wallet = z.infer<typeof Wallet> & { readonly dialect?: WalletDialect };

/** How requests are signed in profiles with other headers than those of the interface. */
export type WalletDialect = {
  readonly prefix: HeaderPrefix;
  readonly cancelField: 'orderID' | 'orderId';
  readonly contracts: 'polymarket' | 'kuest';
  /** Whether the market of a token is one of negative risk, whose exchange has another contract. */
  isNegRisk(tokenId: string): boolean;
};

/** `sandbox: true` is required for any write. `markets`: condition ids set aside for writes. */
export const Credentials = z.strictObject({
  sandbox: z.literal(true, 'true: without this statement nothing is written'),
  wallets: z.array(Wallet).min(1),
  profile: z.string().optional(),
  markets: z.array(z.string()).optional(),
});
export type Credentials = Omit<z.infer<typeof Credentials>, 'wallets'> & { readonly wallets: readonly Wallet[] };

const TRIO = ['address', 'apiKey', 'passphrase', 'secret'] as const;

/** A wallet in a file for `check`: whole, or a private key alone, for which the run creates the API key. */
export const FileWallet = Wallet.partial({ address: true, apiKey: true, passphrase: true, secret: true }).superRefine(
  (wallet, { addIssue }) => {
    if (wallet.privateKey !== undefined && TRIO.every((field) => wallet[field] === undefined)) return;
    for (const field of TRIO) {
      if (wallet[field] === undefined)
        addIssue({
          code: 'custom',
          path: [field],
          message: 'a text: only a wallet with nothing but privateKey lacks it',
        });
    }
  },
);

/** As `Credentials`; a wallet may be a private key alone. */
export const CredentialsFile = Credentials.extend({ wallets: z.array(FileWallet).min(1) });
export type CredentialsFile = Omit<z.infer<typeof CredentialsFile>, 'wallets'> & {
  readonly wallets: readonly (Wallet | { readonly privateKey: string })[];
};
