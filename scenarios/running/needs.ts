/** scenarios/running/needs: what a scenario needs of a deployment, as its steps show. */
import { expressionsIn } from '../expression/expression.ts';
import type { Capability, Macro, Scenario } from '../language/scenario.ts';
import type { Step } from '../language/step.ts';
import { stepsInside } from './blocks.ts';

/** What gives a deployment a capability, for people. */
export const REMEDIES: Readonly<Record<Capability, string>> = {
  trading: 'wallets that may write: give --credentials and --allow-writes',
  'two-wallets': 'a second wallet: put two into the credentials file',
  clock: 'a service clock that can be moved: offer the control routes (docs/control.md)',
  faults: 'faults on request: offer the control routes (docs/control.md)',
  world: 'a world of its own: play it in process (touchstone run, without --target)',
  log: 'the event log in view: play it in process (touchstone run, without --target)',
  restart: 'a service that can be ended and started again: play it in process (touchstone run, without --target)',
  limits: 'request limits in force: start the service with them',
  address: 'requests from several client addresses: play it in process (touchstone run, without --target)',
};

/** All that the scenario says and shows that it needs. */
export function needsOf(scenario: Scenario, macros: Readonly<Record<string, Macro>>): ReadonlySet<Capability> {
  const needs = new Set<Capability>(scenario.requires);
  if (typeof scenario.world === 'object') needs.add('world');
  const wallets = new Set<string>();
  const steps = [scenario.steps, scenario.finally, ...Object.values(macros).map((macro) => macro.steps)];
  for (const step of steps.flatMap(withInner)) addNeeds(step, needs, wallets);
  for (const expression of expressionsIn([scenario.always, scenario.vars])) noteWallets(expression, wallets);
  if (expressionsIn([scenario, macros]).some((expression) => /\bmarkets\./.test(expression))) needs.add('trading');
  if (wallets.size > 1) needs.add('two-wallets');
  if (wallets.size > 0) needs.add('trading');
  return needs;
}

function withInner(list: readonly Step[]): readonly Step[] {
  return list.flatMap((step) => [step, ...stepsInside(step).flatMap(withInner)]);
}

function addNeeds(step: Step, needs: Set<Capability>, wallets: Set<string>): void {
  if ('as' in step && step.as !== undefined && !step.as.includes('${')) wallets.add(step.as);
  for (const expression of expressionsIn(step)) noteWallets(expression, wallets);
  if ('order' in step || 'cancel' in step || 'heartbeat' in step) needs.add('trading');
  if ('advance' in step) needs.add('clock');
  if ('fault' in step) needs.add('faults');
  if ('restart' in step) needs.add('restart');
  if ('expectState' in step || 'replay' in step) needs.add('log');
  if ('client' in step && step.client !== undefined) needs.add('address');
}

/** Wallets that an expression names: `wallets.bob.address`. */
function noteWallets(expression: string, wallets: Set<string>): void {
  for (const [, name = ''] of expression.matchAll(/\bwallets\.([a-z]\w*)/g)) wallets.add(name);
}
