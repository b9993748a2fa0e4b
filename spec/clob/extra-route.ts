/** spec/clob/extra-route: the rows of the routes that a profile adds to the interface, or serves in another form. */
import type { ServedRoute } from '../route.ts';

/** Its id begins with `P/`, so that it never mixes with the clauses of the interface. */
export type ExtraRoute = ServedRoute & { readonly id: `P/${string}` };

type Own = 'id' | 'path' | 'purpose' | 'query' | 'ok';

/** The columns that rows share. */
export type SharedColumns = Omit<ExtraRoute, Own> & Partial<Pick<ExtraRoute, 'query'>>;

/** Makes the rows that share columns. A row without a query takes no parameters. */
export function rowsOf(shared: SharedColumns) {
  return (
    name: string,
    path: string,
    purpose: string,
    ok: ExtraRoute['ok'],
    own: Partial<Omit<ExtraRoute, Exclude<Own, 'query'>>> = {},
  ): ExtraRoute => ({ query: [], ...shared, id: `P/${name}`, path, purpose, ok, ...own });
}

export const publicRead = {
  method: 'GET',
  family: 'plain',
  auth: 'none',
  body: 'none',
  errors: ['bad-request', 'not-found', 'internal'],
  limits: ['book-all'],
} as const satisfies SharedColumns;

export const signedRead = {
  ...publicRead,
  auth: 'L2',
  errors: ['bad-request', 'unauthorized', 'internal'],
} as const satisfies SharedColumns;
