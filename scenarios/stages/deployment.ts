/** scenarios/stages/deployment: a deployment over HTTP, which is reset before each scenario if it has control. */
import { listAt, numberAt, objectsIn, parseJson, textAt } from '../../base/json.ts';
import { marketName, type Named, type NamedMarket, walletName } from '../../sim/named.ts';
import type { Wallet } from '../../wire/credentials.ts';
import { type Control, get, isSuccess, type Request, type SendOutcome, type Target } from '../../wire/message.ts';
import type { Capability, Scenario } from '../language/scenario.ts';
import type { OpenStage, Stage } from '../stage.ts';
import { findPlaces, missingPlaces, placesIn, type Read } from './found-values.ts';
import { patience } from './patience.ts';
import { type Resting, watchResting } from './resting-orders.ts';

/** More markets than any scenario names. */
const MARKETS = 8;

export function namedWallets(wallets: readonly Wallet[]): Named['wallets'] {
  return Object.fromEntries(wallets.map((wallet, position) => [walletName(position), wallet]));
}

/** Markets for writes in their order, as far as the deployment lists them. */
export async function namedMarkets(read: Read, conditionIds: readonly string[]): Promise<Named['markets']> {
  const markets: [string, NamedMarket][] = [];
  for (const [position, id] of conditionIds.slice(0, MARKETS).entries()) {
    const market = await marketOf(read, id);
    if (market !== undefined) markets.push([marketName(position), market]);
  }
  return Object.fromEntries(markets);
}

/** The properties of a market for scenarios; undefined if the deployment lacks one. */
export async function marketOf(read: Read, conditionId: string): Promise<NamedMarket | undefined> {
  const trading = await read(`/markets/${encodeURIComponent(conditionId)}`);
  const [yes, no] = objectsIn(listAt(trading, 'tokens')).map((token) => textAt(token, 'token_id'));
  const tick = numberAt(trading, 'minimum_tick_size');
  const minSize = numberAt(trading, 'minimum_order_size');
  if (yes === undefined || no === undefined || tick === undefined || minSize === undefined) return undefined;
  const [catalog] = objectsIn(await read('/markets', { conditionId, limit: '1' }));
  const [event] = objectsIn(listAt(catalog, 'events'));
  const slug = textAt(catalog, 'slug') ?? '';
  const [eventId, eventSlug] = [textAt(event, 'id') ?? '', textAt(event, 'slug') ?? ''];
  return { conditionId, yes, no, slug, eventId, eventSlug, tick, minSize };
}

type DeploymentOptions = Readonly<{
  target: Target;
  wallets: readonly Wallet[];
  /** Condition ids reserved for writes; none if writes are not allowed. */
  markets: readonly string[];
  /** Waits if the clock of the deployment cannot be moved. */
  sleep: (ms: number) => Promise<void>;
}>;

/** A wait in real time is at most this long. */
const PATIENCE_MS = 5_000;

export function deploymentStage(options: DeploymentOptions): Stage {
  const { target, wallets, markets } = options;
  const { control } = target;
  const capabilities = new Set<Capability>(control === undefined ? [] : ['clock', 'faults', 'limits', 'commands']);
  if (wallets.length > 0 && markets.length > 0) capabilities.add('trading');
  if (wallets.length > 0) capabilities.add('wallets');
  if (wallets.length > 1) capabilities.add('two-wallets');
  const names = { wallets: namedWallets(wallets), markets: undefined as OpenStage['markets'] | undefined };
  const things = new Map<string, unknown>();
  const clock: Clock = { ms: Date.now(), aheadMs: undefined };
  let standsStill: boolean | undefined;
  return {
    label: target.label,
    capabilities,
    async open(scenario) {
      if (!(await isReset(control))) return { missing: [NOT_RESET] };
      clock.ms = (await control?.now()) ?? Date.now() + (clock.aheadMs ?? 0);
      if (control !== undefined && scenario.requires.includes('limits')) {
        standsStill ??= await clockStandsStill(control);
        if (!standsStill)
          return { missing: ['limits: a clock that stands still between requests (serve --clock virtual)'] };
      }
      const once = async (request: Request): Promise<SendOutcome> => noteClock(clock, await target.send(request));
      const waiting = control === undefined ? patience(once, options.sleep) : undefined;
      const resting = waiting && watchResting(waiting.send, wallets);
      const send = resting?.send ?? once;
      const read = readerOf(send);
      // Signatures are made at the service clock, the first one too.
      if (wallets.length > 0 && control === undefined && clock.aheadMs === undefined)
        await read('/markets', { limit: '1' });
      names.markets ??= await namedMarkets(read, capabilities.has('trading') ? markets : []);
      const missing = await findMissing(read, scenario, things);
      if (missing.length > 0) return { missing };
      if (!(await isReset(control))) return { missing: [NOT_RESET] };
      const given = { wallets: names.wallets, markets: { ...names.markets }, found: Object.fromEntries(things), send };
      return openStage(options, clock, waiting ? { ...given, exhausted: waiting.exhausted } : given, resting);
    },
    close: () => target.close(),
  };
}

const NOT_RESET = 'clock: POST /_touchstone/reset must reset the deployment (docs/control.md)';

/** True if the deployment was reset, or does not offer that. */
async function isReset(control: Control | undefined) {
  return control === undefined || (await control.reset());
}

/** Long enough to see a clock move. */
const GLANCE_MS = 20;

/** Windows of limits end at an exact millisecond, which a test cannot hit on a running clock. */
async function clockStandsStill(control: Control): Promise<boolean> {
  const first = await control.now();
  let last = first;
  for (const from = Date.now(); Date.now() - from < GLANCE_MS; ) last = await control.now();
  return last === first;
}

/** The service clock as last seen, and its lead over the clock of this machine, once known. */
type Clock = { ms: number; aheadMs: number | undefined };

/** Finds the values that the scenario names, once each. Returns one line for each missing one. */
async function findMissing(read: Read, scenario: Scenario, things: Map<string, unknown>): Promise<readonly string[]> {
  const wanted = placesIn(scenario);
  const found = await findPlaces(
    read,
    wanted.filter((place) => !things.has(place)),
  );
  for (const [place, thing] of Object.entries(found)) things.set(place, thing);
  return missingPlaces(wanted, (place) => things.has(place));
}

/** The `Date` header of every response shows the service clock, in whole seconds. */
function noteClock(clock: Clock, outcome: SendOutcome): SendOutcome {
  if (outcome.kind !== 'response') return outcome;
  const ms = Date.parse(outcome.response.headers['date'] ?? '');
  if (!Number.isFinite(ms)) return outcome;
  if (Math.abs(ms - clock.ms) >= 1_000) clock.ms = ms;
  clock.aheadMs = ms - Date.now();
  return outcome;
}

function openStage(
  { target, sleep }: DeploymentOptions,
  clock: Clock,
  given: Pick<OpenStage, 'wallets' | 'markets' | 'found' | 'send' | 'exhausted'>,
  resting: Resting | undefined,
): OpenStage {
  const { control } = target;
  let hasRules = false;
  return {
    ...given,
    run: control === undefined ? String(Date.now()) : '',
    now: async () => clock.ms,
    async advance(ms) {
      if (control === undefined) {
        if (ms > PATIENCE_MS) return false;
        await sleep(ms);
      } else if (!(await control.advance(ms))) return false;
      clock.ms = (await control?.now()) ?? clock.ms + ms;
      return true;
    },
    async command(words) {
      const result = await control?.command?.(words);
      if (result === undefined) return undefined;
      const error = textAt(result, 'error');
      if (error !== undefined) return { error };
      const { market } = Object(result) as { readonly market?: NamedMarket };
      if ('open' in words && market !== undefined) Object.assign(given.markets, { [words.open.market]: market });
      return {};
    },
    fault: async (fault) => control !== undefined && (await control.faults(fault)),
    async faultRules(rules) {
      hasRules = true;
      return (await control?.faultRules?.(rules)) ?? false;
    },
    async reset() {
      if (control === undefined || !(await control.reset())) return false;
      clock.ms = (await control.now()) ?? clock.ms;
      return true;
    },
    close: async () => {
      await control?.faults('none');
      if (hasRules) await control?.faultRules?.([]);
      await resting?.cancelAll(Math.floor(clock.ms / 1_000));
    },
  };
}

/** Reads through `send`; undefined unless the response is a success with JSON. */
export function readerOf(send: (request: Request) => Promise<SendOutcome>): Read {
  return async (path, query = {}) => {
    const outcome = await send(get(path, query));
    return outcome.kind === 'response' && isSuccess(outcome.response) ? parseJson(outcome.response.body) : undefined;
  };
}
