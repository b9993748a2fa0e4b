/** wire/garbage: frees the buffers of long bodies at once, which V8 does late, at twice the memory. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | undefined;

export function collectGarbage(): void {
  collect ??= garbageCollector();
  collect();
}

/** The garbage collector, even if node was started without `--expose-gc`. */
export function garbageCollector() {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}
