/** cli/lease/queue-flag: the flag of all subcommands whose work can run on several machines. */

export const QUEUE_FLAG = '--queue <address>';
export const QUEUE_TEXT = 'run on the workers of this queue: redis://HOST[:PORT][/DATABASE] (docs/several-machines.md)';
