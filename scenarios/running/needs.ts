/** scenarios/running/needs: the capabilities of a deployment that a scenario needs. */
import { isMarketName, isWalletName } from '../../sim/named.ts';
import { membersOf } from '../expression/members.ts';
import type { Capability, Scenario } from '../language/scenario.ts';
import type { Step } from '../language/step.ts';
import type { OpenStage } from '../stage.ts';
import { isCommandStep } from './command-step.ts';
import { allExpressions, allSteps, type Macros } from './mentions.ts';

/** How a deployment gets a capability, in words for the user. */
export const REMEDIES: Readonly<Record<Capability, string>> = {
  trading: 'wallets that may write: pass --credentials and --allow-writes',
  wallets: 'wallets that sign: pass --credentials',
  'two-wallets': 'a second wallet: list two in the credentials file',
  clock: 'a service clock that can be moved: offer the control routes (docs/control.md)',
  faults: 'faults on request: offer the control routes (docs/control.md)',
  world: 'a written world: play it in process (touchstone run, without --target)',
  log: 'the event log in view: play it in process (touchstone run, without --target)',
  restart: 'a service that can be ended and started again: play it in process (touchstone run, without --target)',
  limits: 'request limits in force: start the service with them',
  commands: 'a world that can be moved: offer the control routes (docs/control.md)',
  address: 'requests from several client addresses: play it in process (touchstone run, without --target)',
};

/** The capabilities of `requires`, and those that the steps need. */
export function needsOf(scenario: Scenario, macros: Macros): ReadonlySet<Capability> {
  const needs = new Set<Capability>(scenario.requires);
  if (typeof scenario.world === 'object') needs.add('world');
  const steps = allSteps(scenario, macros);
  for (const step of steps) addNeeds(step, needs);
  const expressions = allExpressions(scenario, macros);
  const markets = membersOf(expressions, 'markets');
  if (markets.any || markets.names.size > 0) needs.add('trading');
  const wallets = membersOf(expressions, 'wallets');
  // An expression that chooses among them is evaluated too late: then all usual ones are needed.
  if (wallets.any || new Set([...signersOf(steps), ...wallets.names]).size > 1) needs.add('two-wallets');
  const isSigned = wallets.names.size > 0 || steps.some((step) => 'as' in step && step.as !== undefined);
  if (isSigned && !needs.has('trading') && !needs.has('two-wallets')) needs.add('wallets');
  return needs;
}

function addNeeds(step: Step, needs: Set<Capability>) {
  if (writes(step)) needs.add('trading');
  if ('advance' in step || 'reset' in step) needs.add('clock');
  if ('fault' in step || 'faults' in step) needs.add('faults');
  if (isCommandStep(step)) needs.add('commands');
  if ('restart' in step) needs.add('restart');
  if ('expectState' in step) needs.add('log');
  if ('client' in step && step.client !== undefined) needs.add('address');
}

/** A signed request other than GET may change something. */
function writes(step: Step): boolean {
  if ('order' in step || 'cancel' in step || 'heartbeat' in step) return true;
  return 'as' in step && step.as !== undefined && !('get' in step) && !('send' in step && step.send === 'GET');
}

/** The wallets that steps name; not those that an expression chooses. */
function signersOf(steps: readonly Step[]): readonly string[] {
  return steps.flatMap((step) => ('as' in step && step.as !== undefined && !step.as.includes('${') ? [step.as] : []));
}

/** Wallets and markets that the scenario names, that deployments have and this one lacks, one line each. */
export function missingNames(scenario: Scenario, macros: Macros, stage: OpenStage): readonly string[] {
  if (typeof scenario.world === 'object') return [];
  const steps = allSteps(scenario, macros);
  const expressions = allExpressions(scenario, macros);
  const opened = new Set(steps.flatMap((step) => ('open' in step ? [step.open.market] : [])));
  const ordered = steps.flatMap((step) => ('order' in step ? [step.order.market] : []));
  const wallets = new Set([...signersOf(steps), ...membersOf(expressions, 'wallets').names]);
  const markets = new Set([
    ...ordered.filter((name) => !name.includes('${')),
    ...membersOf(expressions, 'markets').names,
  ]);
  return [
    ...[...wallets].flatMap((name) => lackingWallet(name, stage) ?? []),
    ...[...markets].filter((name) => !opened.has(name)).flatMap((name) => lackingMarket(name, stage) ?? []),
  ];
}

/** The message about a missing wallet; undefined if it exists, or if no deployment could have it. */
export function lackingWallet(name: string, { wallets }: OpenStage): string | undefined {
  if (Object.hasOwn(wallets, name) || !isWalletName(name)) return undefined;
  return `the wallet ${name}: list more wallets in the credentials file`;
}

/** The same of a market that is set aside for writes. */
export function lackingMarket(name: string, { markets }: OpenStage): string | undefined {
  if (Object.hasOwn(markets, name) || !isMarketName(name)) return undefined;
  return `the market ${name}: list more markets in the credentials file`;
}
