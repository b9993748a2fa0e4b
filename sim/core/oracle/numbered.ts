/**
 * sim/core/oracle/numbered: things kept by numbers that were given in order: pages of a thousand, each dropped when the
 * last thing on it goes, so that finding one costs two array reads and memory follows what is kept.
 */
export type Numbered<Thing> = {
  readonly size: number;
  get(number: number): Thing | undefined;
  has(number: number): boolean;
  set(number: number, thing: Thing): void;
  delete(number: number): void;
  /** Shows all that is kept, by number. */
  visit(see: (thing: Thing) => void): void;
};

type Page<Thing> = { readonly things: (Thing | undefined)[]; size: number };

const BITS = 10;
const REST = (1 << BITS) - 1;

export function newNumbered<Thing>(): Numbered<Thing> {
  const pages: (Page<Thing> | undefined)[] = [];
  let size = 0;
  const get = (number: number): Thing | undefined =>
    number >>> 0 === number ? pages[number >>> BITS]?.things[number & REST] : undefined;
  return {
    get size() {
      return size;
    },
    get,
    has: (number) => get(number) !== undefined,
    set(number, thing) {
      // A number that no exchange can have given; whoever judges numbers says so.
      if (number >>> 0 !== number) return;
      let page = pages[number >>> BITS];
      if (page === undefined) {
        page = { things: [], size: 0 };
        pages[number >>> BITS] = page;
      }
      if (page.things[number & REST] === undefined) {
        page.size += 1;
        size += 1;
      }
      page.things[number & REST] = thing;
    },
    delete(number) {
      const page = pages[number >>> BITS];
      if (page === undefined || get(number) === undefined) return;
      page.things[number & REST] = undefined;
      page.size -= 1;
      size -= 1;
      if (page.size === 0) pages[number >>> BITS] = undefined;
    },
    visit(see) {
      for (const page of pages) {
        if (page === undefined) continue;
        for (const thing of page.things) if (thing !== undefined) see(thing);
      }
    },
  };
}
