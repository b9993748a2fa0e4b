/** conformance/checks/clob/auth: signed routes of a profile refuse missing headers and wrong signatures. */
import { isObject } from '../../../base/json.ts';
import { clauseNamed } from '../../../spec/clauses/clause-of.ts';
import { REQUIRED_HEADERS, SIGNED_CLOB_ROUTES, type SignedClobRoute } from '../../../spec/clob/clauses.ts';
import { isSuccess, type Request } from '../../../wire/message.ts';
import { signed } from '../../../wire/signer.ts';
import type { Check, CheckContext, Exchange } from '../../check.ts';
import { withdraw } from '../orders/plan.ts';
import { acceptable } from './requests.ts';
import { clobCheck, ERROR_TEXT } from './statements.ts';
import { byKey, drawNonce, type KeyedWallet, keyedWallet, withOwnKey } from './wallets.ts';

const OTHER_KEY = `0x${'5b'.repeat(32)}`;
const OTHER_SECRET = Buffer.from('another secret').toString('base64');

/** The acceptable request with its headers, signed by the wallet or wrongly. */
function signedBy(context: CheckContext, route: SignedClobRoute, wallet: KeyedWallet, isWrong: boolean): Request {
  const request = acceptable(route, context, wallet);
  if (route.auth === 'L1') {
    const right = byKey(context, wallet, request, drawNonce(context));
    if (!isWrong) return right;
    const other = byKey(context, { ...wallet, privateKey: OTHER_KEY }, request, drawNonce(context));
    const address = `${wallet.dialect.prefix.toLowerCase()}address`;
    return { ...other, headers: { ...other.headers, [address]: right.headers[address] ?? '' } };
  }
  return signed(isWrong ? { ...wallet, secret: OTHER_SECRET } : wallet, request, context.serviceSeconds());
}

function withoutHeader(request: Request, { dialect }: KeyedWallet, part: string): Request {
  const { [`${dialect.prefix}${part}`.toLowerCase()]: _, ...headers } = request.headers;
  return { ...request, headers };
}

async function undo(context: CheckContext, wallet: KeyedWallet, response: Exchange): Promise<void> {
  if (!isSuccess(response)) return;
  const placed = Array.isArray(response.json) ? response.json.filter(isObject) : [response.json];
  for (const json of placed) await withdraw(context, wallet, { ...response, json });
}

function authCheck(route: SignedClobRoute): Check {
  const { id, auth, method, path } = route;
  const name = id.slice('P/'.length);
  const parts = REQUIRED_HEADERS[auth];
  const isOrder = name.startsWith('place-');
  return clobCheck(`${name}.auth`, {
    title: `${method} ${path} refuses requests without a header or with a wrong signature`,
    clauses: [...parts, 'verified'].map((part) => clauseNamed(`${id}.auth.${part}`)),
    safety: 'session',
    capability: 'trading',
    kind: 'auth',
    needs: isOrder ? ['write-market'] : [],
    async run(context) {
      const probeAll = async (wallet: KeyedWallet): Promise<void> => {
        const probe = async (part: string, request: Request, because: string): Promise<void> => {
          const of = await context.send(request);
          context.judge({
            clauses: clauseNamed(`${id}.auth.${part}`),
            of,
            must: { status: 401, ...ERROR_TEXT },
            because,
          });
          await undo(context, wallet, of);
        };
        for (const part of parts) {
          const request = withoutHeader(signedBy(context, route, wallet, false), wallet, part);
          await probe(part, request, `it lacks ${wallet.dialect.prefix}${part}`);
        }
        await probe('verified', signedBy(context, route, wallet, true), 'its signature is wrong');
      };
      const wallet = keyedWallet(context);
      // A service that accepts such a request must not revoke the key of the credentials file.
      if (name === 'delete-api-key') await withOwnKey(context, wallet, probeAll);
      else await probeAll(wallet);
    },
  });
}

export const clobAuthChecks = SIGNED_CLOB_ROUTES.map(authCheck);
