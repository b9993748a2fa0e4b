/** backtest/data/defects: the defects of captures: each kind with its count and its places in the input. */

/** The kinds of defects, in the order in which they are reported, with what each means. */
export const DEFECTS = {
  unparsable: 'rows that do not parse',
  'lost-token': 'tokens that are present and not understood',
  'lost-resolution': 'resolutions that are present and not understood',
  'unread-value': 'values that are present and not understood (their rows are used without them)',
  'unknown-side': 'rows whose side is neither buy nor sell',
  'time-backwards': 'rows with an earlier venue time than the row of the same token before them',
  duplicate: 'rows that repeat another row (dropped)',
  gap: 'stretches without any row of the book of a market',
  'no-snapshot': 'level changes without a snapshot before them, at the start or after a gap',
  'crossed-book': 'messages after which the best bid of a token is not below its best ask',
  'mirror-disagreement': 'moments from which the books of the two tokens of a market do not mirror each other',
  'inferred-fill': 'fills inferred from a snapshot, because the capture has no trades of the market',
} as const;

export type DefectKind = keyof typeof DEFECTS;

export const DEFECT_KINDS = Object.keys(DEFECTS) as readonly DefectKind[];

/** Kinds of lost values. Generated captures lack them, unlike the kinds about rows of books. */
const LOST_KINDS: readonly DefectKind[] = ['lost-token', 'lost-resolution', 'unread-value'];

export const PLANTED_KINDS = DEFECT_KINDS.filter((kind) => !LOST_KINDS.includes(kind));

/** One kind of defect in one source, with its first place. */
export type Defect = Readonly<{
  kind: DefectKind;
  source: string;
  what: string;
  count: number;
  /** The first row of the source with it, from 1 for the first row of data. */
  row: number;
}>;

/** Different texts of one kind in one source. Further ones are counted under `OTHERS`. */
const WHATS_MAX = 20;
const OTHERS = 'others';

export class DefectLog {
  readonly #entries = new Map<string, { -readonly [Key in keyof Defect]: Defect[Key] }>();
  readonly #whats = new Map<string, number>();

  add(kind: DefectKind, source: string, row: number, what: string): void {
    const known = this.#entries.get(keyOf(kind, source, what));
    if (known !== undefined) {
      known.count += 1;
      known.row = Math.min(known.row, row);
      return;
    }
    const group = keyOf(kind, source, '');
    const whats = this.#whats.get(group) ?? 0;
    if (whats >= WHATS_MAX && what !== OTHERS) {
      this.add(kind, source, row, OTHERS);
      return;
    }
    this.#whats.set(group, whats + 1);
    this.#entries.set(keyOf(kind, source, what), { kind, source, what, count: 1, row });
  }

  list(): readonly Defect[] {
    const all = [...this.#entries.values()];
    return DEFECT_KINDS.flatMap((kind) => all.filter((entry) => entry.kind === kind));
  }
}

function keyOf(kind: DefectKind, source: string, what: string) {
  return `${kind}\n${source}\n${what}`;
}

/** How often each kind occurs; kinds that do not occur are left out. */
export function countsByKind(defects: readonly Defect[]): Readonly<Partial<Record<DefectKind, number>>> {
  const counts: Partial<Record<DefectKind, number>> = {};
  for (const { kind, count } of defects) counts[kind] = (counts[kind] ?? 0) + count;
  return counts;
}
