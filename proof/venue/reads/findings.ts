/** proof/venue/reads/findings: comparisons that return a message about the difference. */
export function firstOf<Item>(items: Iterable<Item>, judge: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const finding = judge(item);
    if (finding !== undefined) return finding;
  }
  return undefined;
}

export function same<Value>(name: string, shown: Value, expected: Value): string | undefined {
  return shown === expected ? undefined : `${name}: ${String(shown)}, not ${String(expected)}`;
}

export function near(name: string, shown: number, expected: number, within: number): string | undefined {
  return Math.abs(shown - expected) <= within ? undefined : `${name}: ${shown}, not ${expected}`;
}

export function total<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0);
}
