/** lease/queue/queue-error: the error of a queue that cannot be used. Its message has no password. */

export class QueueError extends Error {
  /** `usage`: the address, the credentials or the installation is wrong. `unreachable`: Redis does not respond. */
  readonly kind: 'usage' | 'unreachable';

  constructor(kind: QueueError['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}
