/** wire/route-match: the row of the route table for a request: literal segments win over parameters. */
import type { Route } from '../spec/route.ts';
import { ROUTES } from '../spec/routes.ts';
import type { Request } from './message.ts';

const literal = new Map<string, Route>();
const withParam: { readonly method: string; readonly prefix: string; readonly route: Route }[] = [];
for (const route of ROUTES) {
  const brace = route.path.indexOf('{');
  if (brace === -1) literal.set(`${route.method} ${route.path}`, route);
  else withParam.push({ method: route.method, prefix: route.path.slice(0, brace), route });
}
withParam.sort((a, b) => b.prefix.length - a.prefix.length || (a.prefix < b.prefix ? -1 : 1));

/** The route of the table, or undefined if none matches. */
export function matchRoute(request: Request): Route | undefined {
  const exact = literal.get(`${request.method} ${request.path}`);
  if (exact !== undefined) return exact;
  return withParam.find(({ method, prefix }) => {
    const rest = request.path.slice(prefix.length);
    return request.method === method && request.path.startsWith(prefix) && rest !== '' && !rest.includes('/');
  })?.route;
}
