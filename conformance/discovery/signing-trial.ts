/**
 * conformance/discovery/signing-trial: harmless signed requests with a query and with a body. If one is refused that is
 * signed as documented, other ways to sign it show which part of the signing string the service computes otherwise.
 */
import type { Wallet } from '../../wire/credentials.ts';
import { get, isCallerRefused, isSuccess, type Request, requestTarget, withJson } from '../../wire/message.ts';
import { signed } from '../../wire/signer.ts';
import { SIGNING_VARIANTS, type SigningVariant } from '../../wire/signing-variants.ts';
import { NO_CONDITION, NO_ORDER } from '../checks/assertions.ts';

type Seen = { readonly status: number; readonly text: string };

/** One wallet, and a sender of requests that are signed already; undefined if there is no response. */
export type Signatory = {
  readonly wallet: Wallet;
  seconds(): number;
  send(request: Request): Promise<Seen | undefined>;
};

/** A refusal of a request that is signed as documented, as a sentence. `isCertain`: signed otherwise it is accepted. */
type SigningRefusal = { readonly text: string; readonly isCertain: boolean };

export const LIVE_ORDERS = get('/data/orders');
const FILTERED_ORDERS = get('/data/orders', { market: NO_CONDITION });
export const NO_CANCEL = withJson('DELETE', '/order', { orderId: NO_ORDER });

export const SIGNING_REMEDY = 'compare with `touchstone sign` and `touchstone explain D/signing-string`';

/** The same wallet with a wrong secret. */
export function spoiled(wallet: Wallet): Wallet {
  return { ...wallet, secret: Buffer.from('another secret').toString('base64') };
}

/** The treatment of a query by a service that accepts `GET /data/orders`; undefined if the query is accepted. */
export async function tryQuery(signatory: Signatory): Promise<SigningRefusal | undefined> {
  const question = 'is the query in the text that the service signs? It must not be';
  return await refusalOf(FILTERED_ORDERS, 'query', question, signatory);
}

/** The same for a request with a body, which changes nothing. */
export async function tryBody(signatory: Signatory): Promise<SigningRefusal | undefined> {
  return await refusalOf(NO_CANCEL, 'body', 'is the body in the text that the service signs?', signatory);
}

async function refusalOf(
  request: Request,
  part: 'query' | 'body',
  question: string,
  signatory: Signatory,
): Promise<SigningRefusal | undefined> {
  const { wallet, seconds, send } = signatory;
  const seen = await send(signed(wallet, request, seconds()));
  if (seen === undefined || isSuccess(seen)) return undefined;
  const wrong = await send(signed(spoiled(wallet), request, seconds()));
  // Another refusal than that of a wrong signature concerns the request: the order is unknown, for example.
  if (!isSame(seen, wrong)) return undefined;
  const accepted = await acceptedVariant(request, part, signatory);
  if (accepted !== undefined) return { text: acceptedText(request, accepted, seen), isCertain: true };
  if (!isCallerRefused(seen)) return undefined;
  const what = `accepted without a ${part}, refused with one (${nameOf(request)}, status ${seen.status})`;
  return { text: `${what}: ${question}`, isCertain: false };
}

/** The way to sign a refused request that the service accepts, as a sentence; undefined if none is. */
export async function tryVariants(request: Request, refusal: Seen, signatory: Signatory): Promise<string | undefined> {
  const accepted =
    (await acceptedVariant(request, undefined, signatory)) ??
    (request.body === undefined ? undefined : await acceptedVariant(request, 'body', signatory));
  return accepted && acceptedText(request, accepted, refusal);
}

function acceptedText(request: Request, { how }: SigningVariant, { status }: Seen) {
  return `the service accepts ${nameOf(request)} signed ${how}, and refuses it (status ${status}) signed as documented`;
}

function nameOf(request: Request) {
  return `${request.method} ${requestTarget(request).replace(/=.*/, '=...')}`;
}

async function acceptedVariant(
  request: Request,
  part: SigningVariant['part'],
  { wallet, seconds, send }: Signatory,
): Promise<SigningVariant | undefined> {
  const wrong = await send(signed(spoiled(wallet), request, seconds()));
  for (const variant of SIGNING_VARIANTS) {
    if (variant.part !== part) continue;
    const seen = await send(variant.sign(wallet, request, seconds()));
    // A signature of the right form was accepted if it is not refused like a wrong one, even if the request is.
    const isThrough = variant.isWellFormed && seen !== undefined && seen.status < 500 && !isSame(seen, wrong);
    if (seen !== undefined && !isCallerRefused(seen) && (isSuccess(seen) || isThrough)) return variant;
  }
  return undefined;
}

/** Equal but for numbers and ids, which may count requests. */
function isSame(one: Seen, other: Seen | undefined) {
  const bare = (text: string) => text.replaceAll(/[0-9a-f-]+/gi, (word) => (/\d/.test(word) ? '' : word));
  return one.status === other?.status && bare(one.text) === bare(other.text);
}
