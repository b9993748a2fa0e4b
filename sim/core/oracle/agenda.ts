/**
 * sim/core/oracle/agenda: what the log has promised for later: expiries, ends of delays, heartbeats that must come,
 * settlements. A heap by moment; what has been done or called off in the meantime is dropped when it comes up.
 */
export type Promised = {
  readonly at: number;
  readonly what: 'expire' | 'release' | 'beat' | 'MINED' | 'CONFIRMED';
  /** Number of the order, key or trade. */
  readonly of: number;
};

export type Agenda = Promised[];

/** The earliest that still stands, in the eyes of `stands`. */
export function earliest(agenda: Agenda, stands: (promised: Promised) => boolean): Promised | undefined {
  for (let top = agenda[0]; top !== undefined; top = agenda[0]) {
    if (stands(top)) return top;
    dropEarliest(agenda);
  }
  return undefined;
}

export function promise(agenda: Agenda, at: number, what: Promised['what'], of: number): void {
  const promised = { at, what, of };
  let place = agenda.length;
  while (place > 0) {
    const parent = (place - 1) >>> 1;
    const above = agenda[parent];
    if (above === undefined || above.at <= at) break;
    agenda[place] = above;
    place = parent;
  }
  agenda[place] = promised;
}

export function dropEarliest(agenda: Agenda): void {
  const last = agenda.pop();
  if (last === undefined || agenda.length === 0) return;
  let place = 0;
  for (;;) {
    let child = 2 * place + 1;
    let below = agenda[child];
    if (below === undefined) break;
    const right = agenda[child + 1];
    if (right !== undefined && right.at < below.at) {
      child += 1;
      below = right;
    }
    if (below.at >= last.at) break;
    agenda[place] = below;
    place = child;
  }
  agenda[place] = last;
}

/** Forgets what no longer stands, all at once. A sorted list is a heap. */
export function tidy(agenda: Agenda, stands: (promised: Promised) => boolean): void {
  const standing = agenda.filter(stands).sort((one, other) => one.at - other.at);
  agenda.length = 0;
  for (const promised of standing) agenda.push(promised);
}
