/** conformance/client/wrapped-control: the same rule around every request to the control routes. */
import type { Control } from '../../wire/target.ts';

/** Runs `work`; `undone` is the value if the request is skipped. `isCleanUp`: the request restores the target. */
export type Around = <Value>(work: () => Promise<Value>, undone: Value, isCleanUp: boolean) => Promise<Value>;

export function wrappedControl(control: Control, around: Around): Control {
  return {
    advance: (ms) => around(() => control.advance(ms), false, false),
    reset: () => around(() => control.reset(), false, false),
    faults: (fault) => around(() => control.faults(fault), false, fault === 'none'),
    now: () => around(() => control.now(), undefined, false),
    hash: () => around(() => control.hash(), undefined, false),
  };
}
