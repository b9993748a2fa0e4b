/** proof/judge/quirks/protocol: other statuses and types of errors, and headers about versions (sections 6, 7 and 9). */
import { BAD_REQUEST } from '../../../spec/errors.ts';
import { loadProfile, type Profile } from '../../../spec/profile.ts';
import type { Quirk } from '../quirk.ts';
import type { Wrap } from '../variant.ts';
import { restated } from '../wrappers/refusals.ts';
import { errors } from '../wrappers/responses.ts';

const statusWorld = (statuses: Partial<Profile['statuses']>) => () => {
  const document = loadProfile('document');
  return { profile: { ...document, name: 'odd', statuses: { ...document.statuses, ...statuses } } };
};

/** Adds these headers to every response. */
function withHeaders(more: Readonly<Record<string, string>>): Wrap {
  return (handle) => (request) => {
    const response = handle(request);
    return { ...response, headers: { ...response.headers, ...more } };
  };
}

export const protocolQuirks: readonly Quirk[] = [
  {
    id: 'streams-offered',
    title: 'responses announce streams',
    alternative: { decision: 'streams', text: 'WebSocket channels for markets and users' },
    wrap: withHeaders({
      link: '<wss://stream.example/market>; rel="alternate", <wss://stream.example/user>; rel="alternate"',
    }),
  },
  {
    id: 'status-422',
    title: 'a bad request has status 422',
    alternative: { decision: 'statuses', text: '422 for bad parameters' },
    world: statusWorld({ badRequest: 422 }),
  },
  {
    id: 'status-403-allowlist',
    title: 'a caller that is not on the allowlist has status 403',
    alternative: { decision: 'statuses', text: '403 for the allowlist' },
    wrap: restated(/ip_not_allowlisted/, 403),
  },
  {
    id: 'status-503-halted',
    title: 'an order for a market that accepts no orders gets status 503',
    alternative: { decision: 'statuses', text: '503 while matching is halted' },
    world: statusWorld({ notAccepting: 503 }),
  },
  {
    id: 'internal-bad-request',
    title: 'an internal error has the type bad request',
    alternative: { decision: 'internal-typed', text: 'bad request' },
    wrap: errors((json) => (json['type'] === 'internal error' ? { ...json, type: BAD_REQUEST } : json)),
  },
  {
    id: 'version-header',
    title: 'responses have a header with the version of the service',
    alternative: { decision: 'versioning', text: 'a version header' },
    wrap: withHeaders({ 'api-version': '2026-07' }),
  },
  {
    id: 'sunset-header',
    title: 'responses have a header with the day on which the service ends',
    alternative: { decision: 'versioning', text: 'a sunset date' },
    wrap: withHeaders({ deprecation: '@1798761600', sunset: 'Fri, 01 Jan 2027 00:00:00 GMT' }),
  },
];
