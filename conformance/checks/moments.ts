/** conformance/checks/moments: readings just before a moment and at it, on a clock that can be moved. */
import type { CheckContext } from '../check.ts';

const RUNNING_MS = 1_000;

/** Moves the service clock ahead; ends the check if it cannot be moved. */
export async function advance(context: CheckContext, milliseconds: number): Promise<void> {
  if ((await context.control?.advance(milliseconds)) !== true) cannotMove(context);
}

/** The service clock, milliseconds since the epoch. */
export async function serviceNow(context: CheckContext): Promise<number> {
  return (await context.control?.now()) ?? cannotMove(context);
}

function cannotMove(context: CheckContext) {
  return context.notTestable('the service clock cannot be moved', 'start the deployment with its control routes');
}

/** A moment known to lie between two others; both are equal if it is known exactly. */
export type Moment = { readonly earliest: number; readonly latest: number };

/** The readings just before a moment, and at it. */
export async function aroundMoment<Seen>(
  context: CheckContext,
  { earliest, latest }: Moment,
  look: () => Promise<Seen>,
): Promise<{ readonly before: Seen; readonly at: Seen }> {
  const coarse = earliest - RUNNING_MS;
  await advance(context, Math.max(0, coarse - (await serviceNow(context))));
  let before = await look();
  const reached = await serviceNow(context);
  if (reached >= earliest)
    context.notTestable(
      'the service clock ran past the moment',
      'run closer to the deployment, or use a virtual clock',
    );
  if (reached === coarse) {
    await advance(context, RUNNING_MS - 1);
    const late = await look();
    if ((await serviceNow(context)) < earliest) before = late;
  }
  await advance(context, Math.max(0, latest - (await serviceNow(context))));
  return { before, at: await look() };
}
