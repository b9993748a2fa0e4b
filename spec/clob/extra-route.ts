/** spec/clob/extra-route: the rows of the routes that a profile adds to the interface, or serves in another form. */
import type { ServedRoute } from '../route.ts';

/** Its id begins with `P/`, so that it never mixes with the clauses of the interface. */
export type ExtraRoute = ServedRoute & { readonly id: `P/${string}` };

const common = { family: 'plain', limits: ['book-all'] } as const;

/** A read without authentication. */
export const publicRead = {
  ...common,
  method: 'GET',
  auth: 'none',
  body: 'none',
  errors: ['bad-request', 'not-found', 'internal'],
} as const satisfies Partial<ExtraRoute>;

/** A read of the caller's own data. */
export const signedRead = {
  ...publicRead,
  auth: 'L2',
  errors: ['bad-request', 'unauthorized', 'internal'],
} as const satisfies Partial<ExtraRoute>;
