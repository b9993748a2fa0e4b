/**
 * proof/venue/oracle/numbered: a map by numbers that grow: pages of a thousand, each dropped with its last entry. A
 * lookup costs two array reads, and memory follows the entries.
 */
type Page<Thing> = { readonly things: (Thing | undefined)[]; size: number };

const BITS = 10;
const REST = (1 << BITS) - 1;

export class Numbered<Thing> {
  size = 0;
  readonly #pages: (Page<Thing> | undefined)[] = [];

  get(number: number): Thing | undefined {
    return number >>> 0 === number ? this.#pages[number >>> BITS]?.things[number & REST] : undefined;
  }

  has(number: number): boolean {
    return this.get(number) !== undefined;
  }

  set(number: number, thing: Thing): void {
    // No venue assigns such a number; the invariant of numbers reports it.
    if (number >>> 0 !== number) return;
    let page = this.#pages[number >>> BITS];
    if (page === undefined) {
      page = { things: [], size: 0 };
      this.#pages[number >>> BITS] = page;
    }
    if (page.things[number & REST] === undefined) {
      page.size += 1;
      this.size += 1;
    }
    page.things[number & REST] = thing;
  }

  delete(number: number): void {
    const page = this.#pages[number >>> BITS];
    if (page === undefined || !this.has(number)) return;
    page.things[number & REST] = undefined;
    page.size -= 1;
    this.size -= 1;
    if (page.size === 0) this.#pages[number >>> BITS] = undefined;
  }

  visit(see: (thing: Thing) => void): void {
    for (const page of this.#pages) {
      if (page === undefined) continue;
      for (const thing of page.things) if (thing !== undefined) see(thing);
    }
  }
}
