/**
 * proof/oracle/agenda: what the log has promised for later: expiries, ends of delays, heartbeats that must come,
 * settlements. What always takes the same time stands in a line, first promised, first due; all else in a heap by
 * moment. What has been done or called off in the meantime is dropped when it comes up.
 */
export type Promised = {
  readonly at: number;
  readonly what: 'expire' | 'release' | 'beat' | 'MINED' | 'CONFIRMED';
  /** Number of the order, key or trade. */
  readonly of: number;
};

type Line = { promised: Promised[]; head: number };

export type Agenda = {
  readonly lines: readonly [beat: Line, mined: Line, confirmed: Line];
  readonly heap: Promised[];
  /** Moment of the earliest, whether it still stands or not. */
  soonest: number;
};

export function newAgenda(): Agenda {
  const line = (): Line => ({ promised: [], head: 0 });
  return { lines: [line(), line(), line()], heap: [], soonest: Number.POSITIVE_INFINITY };
}

/** How much is remembered. */
export function lengthOf({ lines, heap }: Agenda): number {
  return lines.reduce((sum, { promised, head }) => sum + promised.length - head, heap.length);
}

export function promise(agenda: Agenda, at: number, what: Promised['what'], of: number): void {
  const promised = { at, what, of };
  if (at < agenda.soonest) agenda.soonest = at;
  const line = lineOf(agenda, what);
  if (line === undefined || (line.promised.at(-1)?.at ?? at) > at) push(agenda.heap, promised);
  else line.promised.push(promised);
}

/** The earliest that still stands, in the eyes of `stands`. */
export function earliest(agenda: Agenda, stands: (promised: Promised) => boolean): Promised | undefined {
  for (let first = firstOf(agenda); first !== undefined; first = firstOf(agenda)) {
    if (stands(first)) {
      agenda.soonest = first.at;
      return first;
    }
    drop(agenda, first);
  }
  agenda.soonest = Number.POSITIVE_INFINITY;
  return undefined;
}

/** What was promised has happened; dropped at once where it comes first in its line, and as what is over otherwise. */
export function fulfil(agenda: Agenda, what: Promised['what'], of: number): void {
  const line = lineOf(agenda, what);
  const first = line?.promised[line.head];
  if (first?.of !== of) return;
  drop(agenda, first);
  agenda.soonest = firstOf(agenda)?.at ?? Number.POSITIVE_INFINITY;
}

/** Forgets what no longer stands, all at once. A sorted list is a heap. */
export function tidy({ lines, heap }: Agenda, stands: (promised: Promised) => boolean): void {
  for (const line of lines) {
    line.promised = line.promised.slice(line.head).filter(stands);
    line.head = 0;
  }
  const standing = heap.filter(stands).sort((one, other) => one.at - other.at);
  heap.length = 0;
  for (const promised of standing) heap.push(promised);
}

function lineOf({ lines }: Agenda, what: Promised['what']): Line | undefined {
  switch (what) {
    case 'beat':
      return lines[0];
    case 'MINED':
      return lines[1];
    case 'CONFIRMED':
      return lines[2];
    default:
      return undefined;
  }
}

function firstOf({ lines, heap }: Agenda): Promised | undefined {
  let first = heap[0];
  for (const { promised, head } of lines) {
    const next = promised[head];
    if (next !== undefined && (first === undefined || next.at < first.at)) first = next;
  }
  return first;
}

function drop(agenda: Agenda, first: Promised): void {
  if (agenda.heap[0] === first) {
    pop(agenda.heap);
    return;
  }
  const line = lineOf(agenda, first.what);
  if (line === undefined) return;
  line.head += 1;
  if (line.head < 1_024 || line.head * 2 < line.promised.length) return;
  line.promised = line.promised.slice(line.head);
  line.head = 0;
}

function push(heap: Promised[], promised: Promised): void {
  let place = heap.length;
  while (place > 0) {
    const parent = (place - 1) >>> 1;
    const above = heap[parent];
    if (above === undefined || above.at <= promised.at) break;
    heap[place] = above;
    place = parent;
  }
  heap[place] = promised;
}

function pop(heap: Promised[]): void {
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return;
  let place = 0;
  for (;;) {
    let child = 2 * place + 1;
    let below = heap[child];
    if (below === undefined) break;
    const right = heap[child + 1];
    if (right !== undefined && right.at < below.at) {
      child += 1;
      below = right;
    }
    if (below.at >= last.at) break;
    heap[place] = below;
    place = child;
  }
  heap[place] = last;
}
