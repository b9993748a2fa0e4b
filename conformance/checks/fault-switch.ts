/** conformance/checks/fault-switch: responses of a target while its control routes make it fail on purpose. */
import type { FaultSwitch } from '../../wire/message.ts';
import type { CheckContext } from '../check.ts';

/** Runs `work` with a fault, and switches it off again; ends the check if it cannot be switched on. */
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
