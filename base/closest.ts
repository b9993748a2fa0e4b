/** base/closest: the names most like one that does not exist, for "did you mean". */

/** Only this beginning of longer names is compared, because the cost is the product of two lengths. */
const LENGTH_MAX = 100;

type Candidate = { readonly name: string; readonly distance: number };

/** Up to `count` of `known`, the most similar first; ties in order of `known`. */
export function closest(wanted: string, known: readonly string[], count: number): string[] {
  return ranked(wanted, known)
    .slice(0, count)
    .map(({ name }) => name);
}

/** As `closest`, but only likely names: one name begins with the other, or half of the letters are right. */
export function likely(wanted: string, known: readonly string[], count = 1): string[] {
  const isNear = ({ name, distance }: Candidate) => {
    const [short = '', long = ''] = [begin(wanted), begin(name)].sort((a, b) => a.length - b.length);
    return distance * 2 <= long.length || (short.length > 1 && long.startsWith(short));
  };
  return ranked(wanted, known)
    .filter(isNear)
    .slice(0, count)
    .map(({ name }) => name);
}

/** `lead` and a question with the likely names, each between two marks; empty without a likely name. */
export function didYouMean(lead: string, wanted: string, known: readonly string[], mark = '', count = 1): string {
  const near = likely(wanted, known, count).map((name) => `${mark}${name}${mark}`);
  return near.length === 0 ? '' : `${lead}did you mean ${near.join(', ')}?`;
}

function ranked(wanted: string, known: readonly string[]): readonly Candidate[] {
  return known
    .map((name) => ({ name, distance: distance(begin(wanted), begin(name)) }))
    .sort((a, b) => a.distance - b.distance);
}

function begin(name: string) {
  return name.slice(0, LENGTH_MAX).toLowerCase();
}

/** Levenshtein distance: how many letters are added, left out or changed. */
function distance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const change = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(change, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
