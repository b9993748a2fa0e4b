/** proof/venue/oracle/agenda: deadlines by the log: queues of constant delays, and a heap for others. */
export type Deadline = {
  readonly at: number;
  readonly kind: 'expire' | 'release' | 'beat' | 'MINED' | 'CONFIRMED';
  readonly of: number;
};

type Line = { deadlines: Deadline[]; head: number };

export type Agenda = {
  readonly lines: readonly [beat: Line, mined: Line, confirmed: Line];
  readonly heap: Deadline[];
  /** Moment of the earliest deadline, whether it is still pending or not. */
  soonest: number;
};

export function newAgenda(): Agenda {
  const line = (): Line => ({ deadlines: [], head: 0 });
  return { lines: [line(), line(), line()], heap: [], soonest: Infinity };
}

export function lengthOf({ lines, heap }: Agenda): number {
  return lines.reduce((sum, { deadlines, head }) => sum + deadlines.length - head, heap.length);
}

export function schedule(agenda: Agenda, at: number, kind: Deadline['kind'], of: number): void {
  const promised = { at, kind, of };
  if (at < agenda.soonest) agenda.soonest = at;
  const line = lineOf(agenda, kind);
  if (line === undefined || (line.deadlines.at(-1)?.at ?? at) > at) push(agenda.heap, promised);
  else line.deadlines.push(promised);
}

export function earliest(agenda: Agenda, stands: (promised: Deadline) => boolean): Deadline | undefined {
  for (let first = firstOf(agenda); first !== undefined; first = firstOf(agenda)) {
    if (stands(first)) {
      agenda.soonest = first.at;
      return first;
    }
    drop(agenda, first);
  }
  agenda.soonest = Infinity;
  return undefined;
}

/** Marks a deadline as met; it is dropped when it is the first of its queue. */
export function complete(agenda: Agenda, kind: Deadline['kind'], of: number): void {
  const line = lineOf(agenda, kind);
  const first = line?.deadlines[line.head];
  if (first?.of !== of) return;
  drop(agenda, first);
  agenda.soonest = firstOf(agenda)?.at ?? Infinity;
}

/** Drops every deadline that is no longer pending. A sorted list is a valid heap. */
export function compact({ lines, heap }: Agenda, stands: (promised: Deadline) => boolean): void {
  for (const line of lines) {
    line.deadlines = line.deadlines.slice(line.head).filter(stands);
    line.head = 0;
  }
  const standing = heap.filter(stands).sort((one, other) => one.at - other.at);
  heap.length = 0;
  for (const promised of standing) heap.push(promised);
}

function lineOf({ lines }: Agenda, kind: Deadline['kind']): Line | undefined {
  switch (kind) {
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

function firstOf({ lines, heap }: Agenda): Deadline | undefined {
  let first = heap[0];
  for (const { deadlines, head } of lines) {
    const next = deadlines[head];
    if (next !== undefined && (first === undefined || next.at < first.at)) first = next;
  }
  return first;
}

function drop(agenda: Agenda, first: Deadline) {
  if (agenda.heap[0] === first) {
    pop(agenda.heap);
    return;
  }
  const line = lineOf(agenda, first.kind);
  if (line === undefined) return;
  line.head += 1;
  if (line.head < 1_024 || line.head * 2 < line.deadlines.length) return;
  line.deadlines = line.deadlines.slice(line.head);
  line.head = 0;
}

function push(heap: Deadline[], promised: Deadline) {
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

function pop(heap: Deadline[]) {
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
