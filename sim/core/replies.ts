/** sim/core/replies: the answer of a command that has nothing to say, made once. */
import { ok } from '../../spec/result.ts';
import type { Reply } from './command.ts';

export const DONE = ok<Reply>({ kind: 'done' });
