/** conformance/traffic/har-base: guesses the address of the service in recorded traffic. */
import type { HarBase, HarEntry } from '../../scenarios/recording/har-entry.ts';
import { bare } from '../../wire/message.ts';
import { matchRoute } from '../../wire/route-match.ts';

const DEEPEST = 8;
/** Bases that are compared, and their longest length: a hostile file has one for each entry. */
const CANDIDATES_MAX = 10_000;
const BASE_LENGTH_MAX = 2_000;
/** Types of resources that a service of the interface does not have, but a page beside it. */
const OF_PAGES = /html|javascript|css|image|font|video|audio|wasm/i;

type Candidate = { readonly base: HarBase; readonly routes: Set<string>; count: number };

export type Candidates = Map<string, Candidate>;

/** The base under which most routes match; the one with most requests, and then the shortest, of several. */
export function guessedBase(candidates: Candidates): HarBase | undefined {
  const [best] = [...candidates.values()].sort(
    (a, b) => b.routes.size - a.routes.size || b.count - a.count || a.base.prefix.length - b.base.prefix.length,
  );
  return best?.base;
}

/** Adds the bases under which a request matches a route. */
export function addCandidates(candidates: Candidates, { request, response }: HarEntry): void {
  if (OF_PAGES.test(response.content.mimeType ?? '')) return;
  const { origin, pathname } = new URL(request.url);
  const segments = pathname.split('/', DEEPEST + 1).slice(1);
  for (let depth = 0; depth < Math.min(segments.length, DEEPEST); depth += 1) {
    const prefix = segments
      .slice(0, depth)
      .map((segment) => `/${segment}`)
      .join('');
    const key = `${origin}${prefix}`;
    if (key.length > BASE_LENGTH_MAX) return;
    const route = matchRoute(bare(request.method.toUpperCase(), pathname.slice(prefix.length)));
    if (route === undefined) continue;
    const candidate = candidates.get(key) ?? { base: { origin, prefix }, routes: new Set<string>(), count: 0 };
    if (candidates.size < CANDIDATES_MAX) candidates.set(key, candidate);
    candidate.routes.add(route.id);
    candidate.count += 1;
  }
}
