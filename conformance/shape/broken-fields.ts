/**
 * conformance/shape/broken-fields: fields that are missing or have the wrong type belong to the shape check of their
 * route. A judgement of another check that read such a field follows from that failure, so it counts neither for the
 * service nor against it.
 */
import { parseJson } from '../../base/json.ts';
import { pointed, pointerOf } from '../../base/json-pointer.ts';
import { type Deviation, type Exchange, type RouteId, SameAs } from '../check.ts';

export type BrokenPath = readonly (string | number)[];

/** A field that a check read, for messages. */
type Broken = { readonly field: string; readonly route: RouteId };

export type BrokenReads = {
  /** The exchange for the check: reading one of these fields of its body is recorded. */
  watch(exchange: Exchange, route: RouteId, paths: readonly BrokenPath[]): Exchange;
  /** True if the judgement, the next one of the check, rests on a broken field. */
  explain(exchange: Exchange, deviation: Deviation): boolean;
  /** True if a broken field was read since the last judgement. */
  isPending(): boolean;
  /** Forgets the reads so far: they were made for the text of a finding. */
  forget(): void;
  /** The first field on which a judgement rested. */
  first(): Broken | undefined;
};

export function createBrokenReads(): BrokenReads {
  const pointers = new WeakMap<Exchange, { readonly route: RouteId; readonly broken: readonly string[] }>();
  let pending: Broken | undefined;
  let first: Broken | undefined;
  let last: { readonly deviation: Deviation; readonly isExplained: boolean } | undefined;
  const brokenAt = (exchange: Exchange, pointer: string): Broken | undefined => {
    const known = pointers.get(exchange);
    const found = known?.broken.find((broken) => isWithin(broken, pointer));
    return known === undefined || found === undefined ? undefined : { field: nameOf(found), route: known.route };
  };
  return {
    watch(exchange, route, paths) {
      // A body that is no object or list at all is judged by each check.
      if (paths.length === 0 || paths.some((path) => path.length === 0)) return exchange;
      const watched = { ...exchange, json: parseJson(exchange.text) };
      pointers.set(watched, { route, broken: paths.map(pointerOf) });
      for (const path of paths) {
        const broken = { field: nameOf(pointerOf(path)), route };
        watchField(watched, path, () => {
          pending = broken;
        });
      }
      return watched;
    },
    explain(exchange, deviation) {
      // Several clauses can be judged by one observation.
      if (deviation !== last?.deviation) {
        const at = deviation.pointer ?? '';
        const broken =
          pending ??
          brokenAt(exchange, at) ??
          sourcesOf(deviation.expectation).flatMap((source) => brokenAt(source.exchange, source.pointer) ?? [])[0];
        pending = undefined;
        first ??= broken;
        last = { deviation, isExplained: broken !== undefined };
      }
      return last.isExplained;
    },
    isPending: () => pending !== undefined,
    forget() {
      pending = undefined;
    },
    first: () => first,
  };
}

/** The name of a field at the end of a pointer; the body itself has none. */
function nameOf(pointer: string) {
  return /\/([^/]*[^/\d][^/]*)(?:\/\d+)*$/.exec(pointer)?.[1] ?? 'the body';
}

/** A whole body, its list, or one row. A judgement of these need not rest on each of their fields. */
const ROW = /^(?:\/data)?(?:\/\d+)?$/;

/** True if one of the places contains the other. */
function isWithin(broken: string, pointer: string) {
  return (
    broken === pointer || pointer.startsWith(`${broken}/`) || (broken.startsWith(`${pointer}/`) && !ROW.test(pointer))
  );
}

/** A field that is missing stays invisible to everything but a read of its name. */
function watchField(exchange: Exchange, path: BrokenPath, onRead: () => void) {
  const key = path.at(-1) ?? '';
  const holder = pointed(exchange.json, pointerOf(path.slice(0, -1))).value;
  if (typeof holder !== 'object' || holder === null) return;
  const { value, enumerable = false } = Object.getOwnPropertyDescriptor(holder, key) ?? {};
  const get = (): unknown => {
    onRead();
    return value;
  };
  Object.defineProperty(holder, key, { get, enumerable, configurable: true });
}

function sourcesOf(expectation: unknown): readonly SameAs[] {
  if (expectation instanceof SameAs) return [expectation];
  if (typeof expectation !== 'object' || expectation === null) return [];
  return Object.values(expectation).flatMap(sourcesOf);
}
