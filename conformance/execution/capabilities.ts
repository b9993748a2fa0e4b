/** conformance/execution/capabilities: the capabilities claimed in a run, from control and options. */
import type { Capability } from '../check.ts';
import type { TargetFile } from '../input/target-file.ts';

type CapabilityState = 'claimed' | 'not-claimed' | 'blocked';
export type Capabilities = Readonly<Record<Capability, CapabilityState>>;

export type Offer = Readonly<{
  hasControl: boolean;
  hasCredentials: boolean;
  mayWrite: boolean;
  isWalletBlocked: boolean;
  isTradingBlocked: boolean;
  /** The user requested checks that take long. */
  isThorough: boolean;
  file: TargetFile['capabilities'];
}>;

/** A claimed capability that failed in preflight is blocked: its clauses still count as required. */
export function capabilitiesOf(offer: Offer): Capabilities {
  const { hasControl, file } = offer;
  const mayTrade = offer.hasCredentials && offer.mayWrite;
  const mayThrottle = file?.limits ?? hasControl;
  const claimed = (holds: boolean): CapabilityState => (holds ? 'claimed' : 'not-claimed');
  const orBlocked = (holds: boolean, isBlocked: boolean): CapabilityState =>
    holds && isBlocked ? 'blocked' : claimed(holds);
  return {
    read: 'claimed',
    wallet: orBlocked(file?.wallet !== false, offer.isWalletBlocked),
    trading: orBlocked(mayTrade, offer.isTradingBlocked),
    'heartbeat-expiry': orBlocked(mayTrade && hasControl, offer.isTradingBlocked),
    limits: claimed(mayThrottle),
    'limits-sustained': orBlocked(
      mayThrottle && mayTrade && (offer.isThorough || file?.['limits-sustained'] === true),
      offer.isTradingBlocked,
    ),
    allowlist: orBlocked(hasControl && file?.wallet !== false, offer.isWalletBlocked),
    faults: claimed(hasControl),
  };
}
