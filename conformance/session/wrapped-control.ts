/** conformance/session/wrapped-control: the same rule around every request to the control routes. */
import type { Control } from '../../wire/target.ts';

/** Does `work`; `undone` is the value for a request that is not done. `isCleanUp`: the request puts the target right. */
export type Around = <Value>(work: () => Promise<Value>, undone: Value, isCleanUp: boolean) => Promise<Value>;

/** `control` with every request passed through `around`. */
export function wrappedControl(control: Control, around: Around): Control {
  return {
    advance: (ms) => around(() => control.advance(ms), false, false),
    reset: () => around(() => control.reset(), false, false),
    faults: (fault) => around(() => control.faults(fault), false, fault === 'none'),
    now: () => around(() => control.now(), undefined, false),
    hash: () => around(() => control.hash(), undefined, false),
  };
}
