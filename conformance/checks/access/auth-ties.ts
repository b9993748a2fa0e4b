/** conformance/checks/access/auth-ties: sound headers that do not belong together, or to the request (section 5). */
import { signed } from '../../../wire/signer.ts';
import type { CheckContext, ClauseId } from '../../check.ts';
import { STRANGER } from '../assertions.ts';
import {
  type AuthFault,
  authCheck,
  sign,
  signedRoutes,
  withAlteredEnd,
  withBeginning,
  withHeader,
} from './auth-probe.ts';

const DAY = 86_400;

/** A wallet with another value: two keys of a file may belong to one address. */
function otherWallet({ wallets }: CheckContext, field: 'address' | 'passphrase') {
  return wallets.find((wallet) => wallet[field] !== wallets[0]?.[field]) ?? STRANGER;
}

/** A hexadecimal header that is nearly right: its last digit differs, or it is cut short. */
function nearMisses(noun: string, name: string, clause: ClauseId): readonly AuthFault[] {
  return [
    {
      what: `altered-${noun}`,
      title: `a ${noun} with a wrong last digit is rejected`,
      clauses: [clause],
      why: `the last digit of its ${noun} is wrong`,
      spoil: (context, request, wallet) => withAlteredEnd(sign(context, request, wallet), name),
    },
    {
      what: `beginning-of-${noun}`,
      title: `a prefix of the right ${noun} is rejected`,
      clauses: [clause],
      why: `its ${noun} is only a prefix of the right one`,
      spoil: (context, request, wallet) => withBeginning(sign(context, request, wallet), name),
    },
  ];
}

const faults: readonly AuthFault[] = [
  {
    what: 'foreign-address',
    title: 'the address of another wallet is rejected',
    clauses: ['5/SVC_ADDRESS.caller'],
    why: 'its address is that of another wallet',
    spoil: (context, request, wallet) =>
      withHeader(sign(context, request, wallet), 'SVC_ADDRESS', otherWallet(context, 'address').address),
  },
  {
    what: 'foreign-passphrase',
    title: 'the passphrase of another key is rejected',
    clauses: ['5/SVC_PASSPHRASE.tied'],
    why: 'its passphrase is that of another key',
    spoil: (context, request, wallet) =>
      withHeader(sign(context, request, wallet), 'SVC_PASSPHRASE', otherWallet(context, 'passphrase').passphrase),
  },
  ...nearMisses('passphrase', 'SVC_PASSPHRASE', '5/SVC_PASSPHRASE.tied'),
  {
    what: 'stale-timestamp',
    title: 'a timestamp of a day ago is rejected',
    clauses: ['5/SVC_TIMESTAMP.fresh'],
    why: 'its timestamp is a day old',
    spoil: (context, request, wallet) => signed(wallet, request, context.serviceSeconds() - DAY),
  },
  {
    what: 'milliseconds',
    title: 'a timestamp in milliseconds is rejected, because it is far in the future when read as seconds',
    clauses: ['5/SVC_TIMESTAMP.fresh'],
    why: 'its timestamp, read as seconds, is thousands of years from now',
    spoil: (context, request, wallet) => signed(wallet, request, context.serviceSeconds() * 1_000),
  },
  {
    what: 'wrong-signature',
    title: 'a signature made with another secret is rejected',
    clauses: ['5/SVC_SIGNATURE.verified'],
    why: 'its signature was made with another secret',
    spoil: (context, request, wallet) => sign(context, request, { ...wallet, secret: STRANGER.secret }),
  },
  ...nearMisses('signature', 'SVC_SIGNATURE', '5/SVC_SIGNATURE.verified'),
];

const bodyFault: AuthFault = {
  what: 'foreign-body',
  title: 'a signature is rejected for a request with another body',
  clauses: ['5/SVC_SIGNATURE.body'],
  why: 'its body is not the one that was signed',
  spoil: (context, request, wallet) => ({ ...sign(context, request, wallet), body: `${String(request.body)} ` }),
};

export const authTieChecks = signedRoutes.flatMap((route) =>
  (route.body === 'order' || route.body === 'cancel' ? [...faults, bodyFault] : faults).map((fault) =>
    authCheck(route, { ...fault, needsWallet: true }),
  ),
);
