/** lease/thread-program: a thread of a lease: it imports the program of the work, then runs items. */

import { parentPort } from 'node:worker_threads';
import { invariant } from '../base/result.ts';
import { messageOf } from '../base/system-code.ts';
import { type ItemEnd, type ItemRunner, type Json, type LeasedProgram, WorkRefused } from './work.ts';

/** A range of items. The first range of a work brings the program and its settings. */
export type ThreadTask = {
  readonly opening?: { readonly module: string; readonly settings: Json };
  readonly items: readonly number[];
};

/** Outcomes come in the order of the items, each as soon as it is known. */
export type ThreadMessage =
  /** The program is ready: the first item of the range begins. */
  | { readonly kind: 'begins' }
  | { readonly kind: 'unusable'; readonly isRefused: boolean; readonly message: string }
  | { readonly kind: 'outcome'; readonly outcome: ItemEnd<Json> };

invariant(parentPort !== null, 'runs as a thread');
const port = parentPort;
const post = (message: ThreadMessage) => port.postMessage(message);
let runner: ItemRunner<Json> | undefined;

port.on('message', (task: ThreadTask) => void perform(task));

async function perform({ opening, items }: ThreadTask) {
  try {
    if (opening !== undefined) runner = await open(opening);
  } catch (error) {
    post({ kind: 'unusable', isRefused: error instanceof WorkRefused, message: messageOf(error) });
    return;
  }
  post({ kind: 'begins' });
  for (const item of items) {
    try {
      post({ kind: 'outcome', outcome: { kind: 'done', result: await running(item) } });
    } catch (error) {
      post({ kind: 'outcome', outcome: { kind: 'failed', message: messageOf(error) } });
    }
  }
}

async function open({ module, settings }: NonNullable<ThreadTask['opening']>): Promise<ItemRunner<Json>> {
  runner?.close();
  runner = undefined;
  const { program }: { readonly program?: LeasedProgram<Json, Json> } = await import(module);
  invariant(program !== undefined, `${module} exports no program`);
  return program.open(settings);
}

function running(item: number): Json | Promise<Json> {
  invariant(runner !== undefined, 'a program is opened before its items run');
  return runner.run(item);
}
