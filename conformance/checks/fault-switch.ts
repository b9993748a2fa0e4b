/** conformance/checks/fault-switch: what a target answers while its control routes have it fail on purpose. */
import type { FaultSwitch } from '../../wire/target.ts';
import type { CheckContext } from '../check.ts';

/** Does `work` while a fault is switched on, and switches it off again; ends the check if it cannot be switched on. */
export async function withFault<Result>(
  context: CheckContext,
  fault: FaultSwitch,
  work: () => Promise<Result>,
): Promise<Result> {
  if ((await context.control?.faults(fault)) !== true)
    context.notTestable(`the fault ${fault} cannot be switched on`, 'start the deployment with its control routes');
  try {
    return await work();
  } finally {
    await context.control?.faults('none');
  }
}
