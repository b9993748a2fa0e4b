/** conformance/traffic/ignored: counts the entries of a HAR file that are not judged, by reason. */
import { cut } from '../evidence/excerpt.ts';

/** Entries with one reason. `words` are of the first one in the file. */
type Reason = { readonly count: number; readonly first: number; readonly words: string };

const BROKEN = 'broken';

export class Ignored {
  /** Judged entries whose body is called base64 and is plain. */
  mislabelled = 0;
  readonly #reasons = new Map<string, Reason>();

  broken(index: number, defect: string): void {
    this.add(index, BROKEN, `broken (first ${cut(defect, 200)})`);
  }

  add(index: number, reason: string, words = reason): void {
    const known = this.#reasons.get(reason) ?? { count: 0, first: index, words };
    const { first, words: shown } = known.first <= index ? known : { first: index, words };
    this.#reasons.set(reason, { count: known.count + 1, first, words: shown });
  }

  /** `2 broken (...), 3 redirects`: broken entries first, then the reasons in the order of the file. */
  text(): string {
    const place = ([reason, { first }]: readonly [string, Reason]): number => (reason === BROKEN ? -1 : first);
    const rows = [...this.#reasons].toSorted((a, b) => place(a) - place(b));
    return rows.map(([, { count, words }]) => `${count} ${words}`).join(', ');
  }
}
