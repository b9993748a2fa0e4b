/** proof/judge/wrappers/stale: repeats the response from before a change for ever, or until the next such change. */
import type { Request, Response } from '../../../wire/message.ts';
import { matchRoute } from '../../../wire/route-match.ts';
import type { Internals, Wrap } from '../variant.ts';
import { type ChangeKind, type Happened, watchChanges } from './changes.ts';
import { callerOf } from './signatures.ts';

/** `frozen`: the change never shows. `late`: it shows with the next change of its kind. */
export const MODES = ['frozen', 'late'] as const;
export type Mode = (typeof MODES)[number];

/** The memory of a request: the response shown, the latest true one, and whether the two may differ. */
type Known = {
  readonly shown: Response;
  readonly latest: Response;
  readonly changes: number;
  readonly isStale: boolean;
};

/** The service whose responses miss changes of `kind`. A change of wallets affects the requests about them. */
export function stale(kind: ChangeKind, mode: Mode): Wrap {
  return (handle, internals) => {
    const known = new Map<string, Known>();
    const changed = watchChanges(handle, internals);
    const happened: Happened[] = [];
    return (request) => {
      const response = handle(request);
      happened.push(...changed().filter((change) => change.kind === kind));
      if (response.status !== 200) return response;
      const { key, wallet } = identityOf(request, internals);
      const changes = happened.filter(
        ({ wallets }) => wallets.length === 0 || wallet === undefined || wallets.includes(wallet),
      ).length;
      const next = nextOf(known.get(key), response, changes, mode);
      known.set(key, next);
      return { ...next.shown, headers: { ...next.shown.headers, ...dateOf(response) } };
    };
  };
}

function nextOf(known: Known | undefined, latest: Response, changes: number, mode: Mode): Known {
  if (known === undefined) return { shown: latest, latest, changes, isStale: false };
  const isChanged = changes > known.changes;
  const isStale = known.isStale || isChanged;
  if (!isStale) return { shown: latest, latest, changes, isStale };
  return { shown: mode === 'late' && isChanged ? known.latest : known.shown, latest, changes, isStale };
}

/** Equal requests have equal keys; all heartbeats of a caller are equal, because each has the id of the last. */
function identityOf(
  request: Request,
  internals: Internals,
): { readonly key: string; readonly wallet: string | undefined } {
  const { method, path, query, body } = request;
  const caller = callerOf(request, internals);
  const text = matchRoute(request)?.id === 'heartbeat-v1' ? '' : `${query} ${String(body)}`;
  const wallet = new URLSearchParams(query).get('user') ?? caller?.address;
  return { key: `${method} ${path} ${text} ${caller?.apiKey}`, wallet: wallet?.toLowerCase() };
}

/** The Date header of a stale response stays current, because callers sign by it. */
function dateOf({ headers }: Response): Readonly<Record<string, string>> {
  return headers['date'] === undefined ? {} : { date: headers['date'] };
}
