/** wire/credentials: the file that allows writes to a sandbox (JSON or YAML), validated before use. */
import { z } from 'zod';
import { AUTH_HEADERS } from '../spec/auth.ts';

const formatOf = (name: string) => AUTH_HEADERS.find((header) => header.name === name)?.pattern ?? /^$/;

/** One wallet with its level-2 trio. `secret` is base64 or base64url. */
export const Wallet = z.strictObject({
  address: z.string().regex(formatOf('SVC_ADDRESS'), 'a wallet address (0x and 40 hex digits)'),
  apiKey: z.string().regex(formatOf('SVC_API_KEY'), 'a UUID'),
  passphrase: z.string().regex(formatOf('SVC_PASSPHRASE'), '64 hexadecimal characters'),
  secret: z.string().regex(/^[A-Za-z0-9+/_-]+={0,2}$/, 'base64 or base64url'),
});
export type Wallet = z.infer<typeof Wallet>;

/** `sandbox: true` is required for any write. `markets`: condition ids set aside for writes. */
export const Credentials = z.strictObject({
  sandbox: z.literal(true, 'true: without this statement nothing is written'),
  wallets: z.array(Wallet).min(1),
  profile: z.string().optional(),
  markets: z.array(z.string()).optional(),
});
export type Credentials = z.infer<typeof Credentials>;
